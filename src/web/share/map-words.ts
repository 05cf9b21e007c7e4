import { letterOf } from '../areas/chosen/area-name.ts'
import { isMostlyEstimated, markEstimate } from '../areas/spread/mostly-estimated.ts'
import { formatFigure, titleWithUnit } from '../figures/figure-words.ts'
import { stateLabel } from '../figures/state-words.ts'
import { changeWords } from '../figures/window-words.ts'
import { t } from '../language/translate.ts'
import { onlyClassWords } from '../legend/ramp/class-label.ts'
import { rampTicks } from '../legend/ramp/ramp-ticks.ts'
import { hasClasses, valuesInView } from '../scale/use-scale.ts'
import type { AreaColor } from '../state/address/area-choice.ts'
import { basisWords } from '../tray/basis-words.ts'
import { differenceWords } from '../tray/compared/difference-words.ts'
import { unknownWords } from '../tray/compared/unknown-words.ts'
import type { Tray, TrayEntry } from '../tray/compared/use-tray.ts'
import { mismatchWords, monthsApart } from '../tray/Mismatch.tsx'
import { formatCount } from '../ui/words/format.ts'
import type { AreaWords, MapWords } from './picture-words.ts'
import type { PicturedMap } from './use-pictured-map.ts'

/** The states of cells that are counted as in the legend. */
const OTHER_MARKS = ['no_listings', 'not_covered', 'not_bought', 'finer_than_plan', 'failed'] as const

/** Returns what a picture says of a map. */
export function mapWords(
  { title, metric, units, about, scale, chosenClass, enough, records, view, edition, since, tray }: PicturedMap,
  colorOf: (area: AreaColor) => string,
): MapWords {
  const { observed, estimated, too_few } = view.counts
  const { resolution } = edition
  return {
    title: titleWithUnit(title, metric, units),
    about,
    computedIn: since && changeWords(edition),
    marks: [
      {
        kind: 'observed',
        words: t('{observed, plural, one {# hexagon} other {# hexagons}} of resolution {resolution, number} observed', {
          observed,
          resolution,
        }),
      },
      ...(estimated === 0
        ? []
        : [
            {
              kind: 'estimated',
              words: t(
                '≈ {estimated, plural, one {# estimated with its six neighbours} other {# estimated with their six neighbours}}',
                { estimated },
              ),
            } as const,
          ]),
      ...(too_few === 0
        ? []
        : [{ kind: 'too_few', words: t('{count, number} without a figure', { count: too_few }) } as const]),
      ...OTHER_MARKS.filter((kind) => view.counts[kind] > 0).map((kind) => ({
        kind,
        words: t('{name}: {words}', { name: stateLabel(kind, records), words: formatCount(view.counts[kind]) }),
      })),
    ],
    classes:
      scale && hasClasses(scale, view, metric)
        ? {
            colors: scale.onMap,
            ticks: rampTicks(scale.breaks, valuesInView(view, metric), metric, units),
            only: fadedWords(
              chosenClass === null ? null : onlyClassWords(chosenClass, scale.breaks, metric, units),
              enough,
            ),
          }
        : null,
    areas: tray.entries.map((entry) => areaWords(entry, tray, colorOf)),
    areasTitle: tray.entries.length === 0 ? null : areasTitle(tray),
    // An area keeps its resolution, and so its months, whatever the map above shows.
    areasBasis: mismatchWords(tray) ?? basisWords(tray, title, units),
    areasNotes: tray.entries.flatMap((entry) =>
      [monthsApart(entry, tray), unknownWords(entry)].flatMap((words) =>
        words === null ? [] : t('{name}: {words}', { name: letterOf(entry.chosen.color), words }),
      ),
    ),
  }
}

/** Why part of the map is faded; null where none is. */
function fadedWords(...reasons: readonly (string | null)[]): string | null {
  const given = reasons.filter((reason) => reason !== null)
  return given.length === 0 ? null : given.join(' ')
}

function areasTitle({ entries }: Tray): string {
  const base = entries.find(({ isBaseline }) => isBaseline)
  if (base === undefined || entries.every(({ difference }) => difference === null)) return t('Middle cell of each area')
  return t('Middle cell of each area, and its difference from {letter}', { letter: letterOf(base.chosen.color) })
}

function areaWords(entry: TrayEntry, { metric }: Tray, colorOf: (area: AreaColor) => string): AreaWords {
  const { chosen, name, spread, units, figures, difference } = entry
  const middle =
    spread && units
      ? markEstimate(formatFigure(spread.middle, metric, units), isMostlyEstimated(figures))
      : t('No figure')
  return {
    letter: letterOf(chosen.color),
    color: colorOf(chosen.color),
    name,
    figure: difference && units ? `${middle}  ${differenceWords(difference, metric, units)}` : middle,
  }
}
