import { CornerDownRight, Globe, Hexagon, History, MapPin } from 'lucide-react'
import { t } from '../language/translate.ts'
import { SignalMark } from '../places/SignalMark.tsx'
import { placeName } from '../ui/words/place-name.ts'
import styles from './PlaceSearch.module.css'
import { elsewhereDetail, placeWhere, type SearchItem } from './search-items.ts'

/** One result of the search, or a recent place: what it is called, and where or what it is. */
export function SearchItemLine({ item }: { item: SearchItem }) {
  switch (item.kind) {
    case 'place':
      return (
        <>
          <span className={styles.first}>
            <span className={styles.name}>{placeName(item.place)}</span>
            {item.place.signal && <SignalMark signal={item.place.signal} />}
          </span>
          <span className={styles.detail}>{placeWhere(item.place)}</span>
          {item.mark !== null && <span className={styles.detail}>{item.mark}</span>}
        </>
      )
    case 'recent':
      return (
        <IconLine
          icon={<History size={14} aria-hidden />}
          name={placeName(item.place)}
          detail={placeWhere(item.place)}
        />
      )
    case 'elsewhere':
      return <IconLine icon={<Globe size={14} aria-hidden />} name={item.name} detail={elsewhereDetail(item)} />
    case 'point':
      return <IconLine icon={<MapPin size={14} aria-hidden />} name={item.name} detail={item.detail} />
    case 'cell':
      return <IconLine icon={<Hexagon size={14} aria-hidden />} name={item.cell} detail={t('H3 cell')} />
    case 'correction':
      return (
        <IconLine icon={<CornerDownRight size={14} aria-hidden />} name={item.text} detail={t('Did you mean this?')} />
      )
  }
}

function IconLine({ icon, name, detail }: { icon: React.ReactNode; name: string; detail: string }) {
  return (
    <span className={styles.withIcon}>
      <span className={styles.glass}>{icon}</span>
      <span className={styles.lines}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
    </span>
  )
}
