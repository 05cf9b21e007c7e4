import { useState } from 'react'
import { useMapWords } from '../beside/use-map-words.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import { cellTable } from '../export/cell-records.ts'
import { FormatButtons, failureWords } from '../export/FormatButtons.tsx'
import { exportedMap } from '../export/use-shown-map.ts'
import { t } from '../language/translate.ts'
import { formatAddress } from '../state/address/address.ts'
import { usePage } from '../state/store.ts'
import { getAddress } from '../state/use-address.ts'
import { AreaFiles } from '../tray/AreaFiles.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { saveFile } from '../ui/device/save-file.ts'
import styles from './Share.module.css'
import { usePicture } from './use-picture.ts'
import { type PicturedMap, usePicturedMap } from './use-pictured-map.ts'

/**
 * Ways to take the view along: a link, a picture, and the figures of its hexagons and areas as files, of both maps where there
 * are two. Nothing here costs a call. `onReport` is called before the report opens.
 */
export function Share({ onReport }: { onReport: () => void }) {
  const first = usePicturedMap()
  return (
    <WithSecondMap read={usePicturedMap}>
      {(second) => <Ways first={first} second={second} onReport={onReport} />}
    </WithSecondMap>
  )
}

interface WaysProps {
  first: PicturedMap | null
  second: PicturedMap | null
  onReport: () => void
}

function Ways({ first, second, onReport }: WaysProps) {
  const picture = usePicture(first, second)
  const [words, setWords] = useState('')
  const attempt = async (work: () => Promise<string>) => {
    setWords('')
    setWords(await work().catch(failureWords))
  }
  const name = first ? `squaremetre-${first.edition.as_of}-res${first.edition.resolution}` : 'squaremetre'
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
        {second ? t('Picture of both maps (PNG)') : t('Picture (PNG)')}
      </Button>
      <Button
        onPress={() => {
          onReport()
          usePage.getState().set({ isReportOpen: true })
        }}
      >
        {t('Report to print')}
      </Button>
      <p className={styles.quiet} role="status">
        {words}
      </p>
      <FormatButtons
        label={t('Hexagons in view')}
        source={
          first && {
            name,
            table: () => cellTable(exportedMap(first), second && exportedMap(second)),
            saved: (count) =>
              t('{count, plural, one {# hexagon was saved.} other {# hexagons were saved.}}', { count }),
          }
        }
      />
      <AreaFiles />
      <FilesNote hasSecond={second !== null} />
    </div>
  )
}

/** What the files contain, and for which map. */
function FilesNote({ hasSecond }: { hasSecond: boolean }) {
  const maps = useMapWords()
  return (
    <p className={styles.quiet}>
      {t('With state, period, units and currency of each figure.')}{' '}
      {hasSecond &&
        maps &&
        t('Columns that begin with “second_” belong to the second map ({second}), the others to the first ({first}).', {
          first: maps[0],
          second: maps[1],
        })}
    </p>
  )
}
