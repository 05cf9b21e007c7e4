import { useState } from 'react'
import { cellRecords } from '../export/cell-records.ts'
import { inBoughtArea } from '../figures/figure-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { t } from '../language/translate.ts'
import { useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { formatAddress } from '../state/address.ts'
import { usePage } from '../state/store.ts'
import { getAddress, useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useViewCells } from '../view/view-cells.ts'
import { type CellFormat, FORMATS, fileInFormat } from './cell-formats.ts'
import styles from './TakeAlong.module.css'
import { usePicture } from './use-picture.ts'

/** Ways to take the view along: a link, a picture, and the figures of its hexagons as files. Nothing here costs a call. `onReport` is called before the report opens. */
export function TakeAlong({ onReport }: { onReport: () => void }) {
  const view = useViewCells()
  const metric = useAddress((address) => address.metric)
  const units = useShownUnits(view?.edition ?? null)
  const since = useEarlierEdition(view?.name ?? null)
  const picture = usePicture()
  const [words, setWords] = useState('')
  const attempt = async (work: () => Promise<string>) => {
    setWords('')
    setWords(await work().catch((error: unknown) => failureWords(error)))
  }
  const edition = view?.edition
  const name = edition ? `squaremetre-${edition.as_of}-res${edition.resolution}` : 'squaremetre'
  const saveCells = (format: CellFormat) =>
    attempt(async () => {
      if (!view || !edition || !units) return ''
      const cells = view.cells.flatMap(({ cell, state, figure }) =>
        state === 'sea' ? [] : { id: cell, state, figure },
      )
      const { blob, ending } = await fileInFormat(
        format,
        cellRecords(cells, { edition, units: inBoughtArea(units, edition), metric, since }),
      )
      saveFile(`${name}.${ending}`, blob)
      return t('{count, plural, one {# hexagon was saved.} other {# hexagons were saved.}}', { count: cells.length })
    })
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(`${window.location.origin}/${formatAddress(getAddress())}`)
      return t('The link is copied.')
    })
  const savePicture = () =>
    attempt(async () => {
      if (picture) saveFile(`${name}.png`, await picture())
      return t('The picture is saved.')
    })
  return (
    <div className={styles.ways}>
      <Button onPress={copy}>{t('Copy the link')}</Button>
      <Button onPress={savePicture} isDisabled={!picture}>
        {t('Picture (PNG)')}
      </Button>
      <Button
        onPress={() => {
          onReport()
          usePage.getState().set({ isReportOpen: true })
        }}
      >
        {t('Report to print')}
      </Button>
      <h3 className={styles.heading}>{t('Hexagons in view')}</h3>
      <div className={styles.formats}>
        {FORMATS.map((format) => (
          <Button key={format} onPress={() => saveCells(format)} isDisabled={!edition || !units}>
            {format}
          </Button>
        ))}
      </div>
      <p className={styles.quiet}>{t('With state, period, units and currency of each figure.')}</p>
      <p className={styles.quiet} role="status">
        {words}
      </p>
    </div>
  )
}

function failureWords(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return t('Your browser could not do that ({reason}). Nothing was saved.', { reason })
}
