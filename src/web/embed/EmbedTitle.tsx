import { useQuery } from '@tanstack/react-query'
import { AreaChip } from '../areas/chosen/AreaChip.tsx'
import { useAreaNames } from '../areas/chosen/area-name.ts'
import { ancestorsOf, placeOptions } from '../free/geo.ts'
import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import { countryName, namesApart, placeName } from '../ui/words/place-name.ts'
import styles from './EmbedTitle.module.css'

/** What the frame is about: its place, otherwise its areas with their letters; nothing without either. */
export function EmbedTitle() {
  const place = useAddress((address) => address.place)
  const areas = useAddress((address) => address.areas)
  const { data } = useQuery(placeOptions(place))
  const names = useAreaNames(areas)
  if (data) {
    const [around] = ancestorsOf(data)
    const [name, where] = namesApart(around ? [data, around] : [data])
    return (
      <p className={styles.title}>
        <strong>{name ?? placeName(data)}</strong>
        {data.level !== 'country' && <span className={styles.where}>{where ?? countryName(data.country)}</span>}
      </p>
    )
  }
  if (place !== null || areas.length === 0) return null
  return (
    <ul className={styles.areas} aria-label={t('Compared areas')}>
      {areas.map(({ color }, index) => (
        <li key={color}>
          <AreaChip color={color} />
          <span className={styles.name}>{names[index]}</span>
        </li>
      ))}
    </ul>
  )
}
