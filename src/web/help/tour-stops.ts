import { t } from '../language/translate.ts'

/** A stop of the tour: a part of the page, which has the attribute `data-tour` with this name, and what to say of it. */
export interface TourStop {
  readonly part: 'legend' | 'search' | 'hexagons' | 'compare' | 'meter'
  readonly title: string
  readonly text: string
}

export function tourStops(): readonly TourStop[] {
  return [
    {
      part: 'legend',
      title: t('What the colours mean'),
      text: t(
        'Each hexagon has the colour of its median price per m². The legend says which prices a colour stands for, and from which months they are. A hatched hexagon is estimated from its neighbours.',
      ),
    },
    {
      part: 'hexagons',
      title: t('Every hexagon has a card'),
      text: t('Choose a hexagon to see all of its figures and how certain they are. Zoom in for smaller hexagons.'),
    },
    {
      part: 'search',
      title: t('Find a neighbourhood'),
      text: t('Type the name of a neighbourhood, a town or a country, or coordinates.'),
    },
    {
      part: 'compare',
      title: t('Compare areas'),
      text: t('Draw circles or choose places, and see which is dearer and by how much.'),
    },
    {
      part: 'meter',
      title: t('What it costs'),
      text: t(
        'Figures are bought from a statistics service with calls. What was bought once stays free for everybody. Here you see what is left, and can have the page ask first.',
      ),
    },
  ]
}
