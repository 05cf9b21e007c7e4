import { useQuery } from '@tanstack/react-query'
import { tickWords } from '../figures/tick-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { againstWords, windowText } from '../figures/window-words.ts'
import { numberFormat } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { lensWords } from '../lens/lens-words.ts'
import { useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { useMetricTitle } from '../metric/use-metric-title.ts'
import { filtersOptions } from '../queries/filters.ts'
import { useScale } from '../scale/use-scale.ts'
import { formatAddress } from '../state/address.ts'
import { usePage } from '../state/store.ts'
import { getAddress, useAddress } from '../state/use-address.ts'
import { mapAttribution } from '../streets/map-attribution.ts'
import { useStreets } from '../streets/streets-state.ts'
import { useLiveView } from '../view/live-view.ts'
import { useViewCells } from '../view/view-cells.ts'
import { drawPicture, type PictureColors } from './draw-picture.ts'
import { scaleBar } from './scale-bar.ts'

const SCALE_BAR_MAX = 110

/** Returns what makes a picture of the map as it is shown; null while there is nothing to show. */
export function usePicture(): (() => Promise<Blob>) | null {
  const view = useViewCells()
  const scale = useScale()
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(view?.edition ?? null)
  const title = useMetricTitle(units)
  const filters = useQuery(filtersOptions).data?.filters ?? []
  const takePicture = usePage((page) => page.takePicture)
  const edition = view?.edition
  const since = useEarlierEdition(view?.name ?? null)
  if (!view || !edition || !units || !takePicture) return null
  return async () => {
    const map = await takePicture()
    const { live } = useLiveView.getState()
    if (!live) throw new Error('expected a view of the map, found none')
    const bar = scaleBar(live.view, SCALE_BAR_MAX)
    const address = formatAddress(getAddress())
    const words = {
      title,
      lines: [
        [lensWords(filters, edition.lens), windowText(edition), since ? againstWords(since) : []].flat().join(' · '),
        t('Hexagons of resolution {resolution, number}: {observed, number} observed, {estimated, number} estimated', {
          resolution: edition.resolution,
          observed: view.counts.observed,
          estimated: view.counts.estimated,
        }),
      ],
      classes: scale && { colors: scale.colors, ticks: tickWords(scale.breaks, metric, units) },
      scaleBar: { label: distanceWords(bar.metres), width: bar.width },
      attribution: `Squaremetre · ${mapAttribution(useStreets.getState().attribution)}, H3`,
      link: `${window.location.host}/${address}`,
    }
    return drawPicture(map, live, words, colorsOfPage())
  }
}

function distanceWords(metres: number): string {
  const [value, unit] = metres < 1000 ? [metres, 'meter'] : [metres / 1000, 'kilometer']
  return numberFormat({ style: 'unit', unit }).format(value)
}

/** The colours and the font of the theme in force. */
function colorsOfPage(): PictureColors {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    paper: color('--surface-solid'),
    ink: color('--ink'),
    soft: color('--ink-soft'),
    font: getComputedStyle(document.body).fontFamily,
  }
}
