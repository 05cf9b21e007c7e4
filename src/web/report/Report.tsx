import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { CELL_STATES, type CellState } from '../../domain/figure.ts'
import { useAreaNames } from '../areas/chosen/area-name.ts'
import { useMapHeadings } from '../beside/use-map-words.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import type { ShownMap } from '../export/use-shown-map.ts'
import { placeOptions } from '../free/geo.ts'
import { dateFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { MethodText } from '../legend/method/MethodText.tsx'
import { useRateWords } from '../legend/method/use-rate-words.ts'
import { SimulatedBadge } from '../meter/SimulatedBadge.tsx'
import { usePicture } from '../share/use-picture.ts'
import { type PicturedMap, usePicturedMap } from '../share/use-pictured-map.ts'
import { formatAddress } from '../state/address/address.ts'
import { usePage } from '../state/store.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { placeName } from '../ui/words/place-name.ts'
import styles from './Report.module.css'
import { ReportAreas } from './ReportAreas.tsx'
import { ReportPlace } from './ReportPlace.tsx'

/** A page to print, while it is open: the map, the open place, the compared areas, how the figures were made, and the link. */
export function Report() {
  const { isReportOpen, set } = usePage()
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isReportOpen}
      onOpenChange={(isOpen) => set({ isReportOpen: isOpen })}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} data-print>
          {({ close }) => <Content onClose={close} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The report under its buttons. It cannot be printed while the map is missing on it. */
function Content({ onClose }: { onClose: () => void }) {
  const first = usePicturedMap()
  const [isTaking, setTaking] = useState(false)
  return (
    <>
      <div className={styles.bar}>
        <Button look="primary" isDisabled={isTaking} onPress={() => window.print()}>
          {t('Print or save as PDF')}
        </Button>
        <Button onPress={onClose}>{t('Close')}</Button>
      </div>
      <WithSecondMap read={usePicturedMap}>
        {(second) => <Paper first={first} second={second} onTaking={setTaking} />}
      </WithSecondMap>
    </>
  )
}

function Paper({ first, second, onTaking }: PaperProps) {
  const address = useAddress(formatAddress)
  const title = useTitle()
  const link = `${window.location.origin}/${address}`
  const headings = useMapHeadings()
  return (
    <article className={styles.paper}>
      <header className={styles.head}>
        <Heading slot="title" level={1} className={styles.title ?? ''}>
          {title}
        </Heading>
        <p className={styles.quiet}>
          {['Squaremetre', dateFormat({ dateStyle: 'long' }).format(new Date())].join(' · ')} <SimulatedBadge />
        </p>
      </header>
      <MapPicture first={first} second={second} onTaking={onTaking} />
      <ReportPlace />
      <ReportAreas />
      {first && (
        <section className={styles.method}>
          <h2>{t('How these figures were made')}</h2>
          <RateNote {...first} />
          {second && headings && <h3>{headings[0]}</h3>}
          <MethodText edition={first.edition} now={Date.now()} states={statesOf(first)} />
          {second && headings && (
            <>
              <h3>{headings[1]}</h3>
              <MethodText edition={second.edition} now={Date.now()} states={statesOf(second)} />
            </>
          )}
        </section>
      )}
      <p className={styles.link}>
        <a href={link}>{link}</a>
      </p>
    </article>
  )
}

/** On paper nobody can look up the currency of the figures and the rate used. */
function RateNote({ metric, units }: Pick<ShownMap, 'metric' | 'units'>) {
  const words = useRateWords(metric, units)
  return words === null ? null : <p>{words}</p>
}

/** The states on a printed map; the others would take a page of their own. */
function statesOf({ view: { counts } }: ShownMap): readonly CellState[] {
  return CELL_STATES.filter((state) => counts[state] > 0)
}

function useTitle(): string {
  const areas = useAddress((each) => each.areas)
  const [area, ...others] = useAreaNames(areas)
  const place = useQuery(placeOptions(useAddress((each) => each.place))).data
  if (others.length > 0) return t('Areas compared')
  if (area !== undefined) return t('What property costs: {place}', { place: area })
  return place ? t('What property costs: {place}', { place: placeName(place) }) : t('What property costs')
}

interface PaperProps {
  first: PicturedMap | null
  second: PicturedMap | null
  /** Called when the picture of the map is begun, and when it is ready or has failed. */
  onTaking: (isTaking: boolean) => void
}

/** The map as it is on the screen, as a picture: printers would leave the live one out. */
function MapPicture({ first, second, onTaking }: PaperProps) {
  const picture = usePicture(first, second)
  const [shown, setShown] = useState<{ url: string } | { reason: string } | null>(null)
  const take = useRef(picture)
  take.current = picture
  const canTake = picture !== null
  const isTaking = canTake && shown === null
  useLayoutEffect(() => onTaking(isTaking), [isTaking, onTaking])
  useEffect(() => {
    if (!canTake) return
    let url: string | null = null
    let isGone = false
    const show = async () => {
      const blob = await take.current?.()
      if (!blob || isGone) return
      url = URL.createObjectURL(blob)
      setShown({ url })
    }
    show().catch((error: unknown) => {
      if (!isGone) setShown({ reason: error instanceof Error ? error.message : String(error) })
    })
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [canTake])
  if (shown === null) return isTaking ? <p role="status">{t('Taking a picture of the map…')}</p> : null
  if ('reason' in shown) return <p>{t('The map could not be drawn ({reason}).', { reason: shown.reason })}</p>
  return (
    <img
      className={styles.map}
      src={shown.url}
      alt={second ? t('Both maps with their legend') : t('The map with its legend')}
    />
  )
}
