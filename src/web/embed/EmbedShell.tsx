import { ExternalLink } from 'lucide-react'
import { CellCard } from '../cells/CellCard.tsx'
import { t } from '../language/translate.ts'
import { Legend } from '../legend/Legend.tsx'
import { SimulatedBadge } from '../meter/SimulatedBadge.tsx'
import { formatAddress } from '../state/address/address.ts'
import { useAddress } from '../state/use-address.ts'
import { useMapAttribution } from '../streets/map-attribution.ts'
import { StreetsNotice } from '../streets/StreetsNotice.tsx'
import { useHasWebGl } from '../ui/device/use-has-web-gl.ts'
import { LinkNotice } from '../ui/LinkNotice.tsx'
import styles from './EmbedShell.module.css'
import { EmbedTitle } from './EmbedTitle.tsx'
import { FrameMessages, type ShowAddress } from './FrameMessages.tsx'

/** The panels over a map in a frame: what it is about, the chosen hexagon, the legend, and the way to the whole page. */
export function EmbedShell({ onShow }: { onShow: ShowAddress }) {
  const address = useAddress(formatAddress)
  const canDrawMap = useHasWebGl()
  const attribution = useMapAttribution()
  const hasCard = useAddress(({ cell }) => cell !== null)
  return (
    <div className={styles.shell} data-card={hasCard || undefined}>
      <FrameMessages onShow={onShow} />
      <div className={styles.bar}>
        <EmbedTitle />
        <div className={styles.corner}>
          <SimulatedBadge />
          <a className={styles.link} href={`/${address}`} target="_blank" rel="noopener">
            <span>{t('Open in Squaremetre')}</span>
            <ExternalLink size={13} aria-hidden />
          </a>
        </div>
      </div>
      <aside className={styles.top} aria-label={t('About this map')}>
        <LinkNotice />
        <StreetsNotice />
        <CellCard />
      </aside>
      <aside className={styles.legend} aria-label={t('Legend of the map')}>
        {canDrawMap && <p className={styles.attribution}>{attribution}</p>}
        <Legend />
      </aside>
    </div>
  )
}
