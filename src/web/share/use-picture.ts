import { letterOf } from '../areas/chosen/area-name.ts'
import { useMapWords } from '../beside/use-map-words.ts'
import { useAreaOutlines } from '../drawing/area-outlines.ts'
import { useIsSimulated } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { useRateWords } from '../legend/method/use-rate-words.ts'
import { formatAddress } from '../state/address/address.ts'
import type { AreaColor } from '../state/address/area-choice.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { mapAttribution } from '../streets/map-attribution.ts'
import { useStreets } from '../streets/streets-state.ts'
import { colorOfPage } from '../ui/style/color-of-page.ts'
import { radiusUnit } from '../ui/words/radius-words.ts'
import { useLiveView } from '../view/live-view.ts'
import { drawPicture } from './draw-picture.ts'
import { mapWords } from './map-words.ts'
import { scaleBar, scaleLabel } from './scale-bar.ts'
import type { PicturedMap } from './use-pictured-map.ts'

const SCALE_BAR_MAX = 110

/** Returns what makes a picture of the map as it is shown, or of both maps side by side; null while there is nothing to show. */
export function usePicture(first: PicturedMap | null, second: PicturedMap | null): (() => Promise<Blob>) | null {
  const takeFirst = usePage((page) => page.takePicture)
  const takeSecond = usePage((page) => page.takeSecondPicture)
  const captions = useMapWords()
  const areas = useAreaOutlines()
  const isSimulated = useIsSimulated()
  const rate = useRateWords(first?.metric ?? 'median_price_per_sqm', first?.units ?? null)
  if (!first || !takeFirst || (second && !takeSecond)) return null
  return async () => {
    const places = areas.map(({ middle }) => middle)
    const [map, besideMap] = await Promise.all([takeFirst(places), second && takeSecond ? takeSecond(places) : null])
    const { live } = useLiveView.getState()
    if (!live) throw new Error('expected a view of the map, found none')
    const bar = scaleBar(live.view, SCALE_BAR_MAX, radiusUnit())
    const address = formatAddress(getAddress())
    // A picture cannot tell the currency of its figures otherwise.
    // Nor whether they are real.
    const lines = [...(rate === null ? [] : [rate]), ...(isSimulated ? [t('Simulated market')] : [])]
    const colorOf = (area: AreaColor) => colorOfPage(`--area-${area}`)
    const words = {
      maps: (besideMap && second ? [first, second] : [first]).map((each) => mapWords(each, colorOf)),
      lines,
      scaleBar: { label: scaleLabel(bar), width: bar.width },
      attribution: `Squaremetre · ${mapAttribution(useStreets.getState().attribution)}, H3`,
      link: `${window.location.host}/${address}`,
    }
    const maps = besideMap ? [map, besideMap] : [map]
    return drawPicture(
      maps.map(({ image, points }, index) => ({
        image,
        caption: besideMap ? (captions?.[index] ?? null) : null,
        letters: areas.flatMap(({ color }, area) => {
          const at = points[area]
          return at ? [{ at, text: letterOf(color), color: colorOf(color) }] : []
        }),
      })),
      live,
      words,
      {
        paper: colorOfPage('--surface-solid'),
        ink: colorOfPage('--ink'),
        soft: colorOfPage('--ink-soft'),
        onArea: colorOfPage('--on-area'),
        font: getComputedStyle(document.body).fontFamily,
      },
    )
  }
}
