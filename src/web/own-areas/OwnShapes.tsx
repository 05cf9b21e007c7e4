import { X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { AREAS_MAX } from '../../contract/area.ts'
import { foldName } from '../../domain/names/fold-name.ts'
import { t } from '../language/translate.ts'
import { useAddress } from '../state/use-address.ts'
import { Button, IconButton } from '../ui/controls/Button.tsx'
import fields from '../ui/controls/fields.module.css'
import { addShapes } from './add-shapes.ts'
import { fileFaultWords } from './file-fault-words.ts'
import { OwnShapeRow } from './OwnShapeRow.tsx'
import styles from './OwnShapes.module.css'
import { useOpenedFile } from './opened-file.ts'
import type { FoundShapes, OwnShape } from './own-shape.ts'

/** More rows than anybody reads; a name finds the others. */
const ROWS_MAX = 50
/** So many are found without a name. */
const ROWS_IN_SIGHT = 10

/** The outlines and points of the viewer's file, each of which can be compared; nothing while no file is open. */
export function OwnShapes() {
  const { file, wasDropped, close } = useOpenedFile()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It stands below the compared areas.
    if (file !== null) group.current?.scrollIntoView({ block: 'nearest' })
  }, [file])
  useEffect(() => {
    if (file?.kind === 'reading' && wasDropped) group.current?.focus({ preventScroll: true })
  }, [file, wasDropped])
  if (file === null) return null
  return (
    // No section: once the file is closed, the keyboard goes on below it, and not back to what was before the file.
    // biome-ignore lint/a11y/useSemanticElements: nothing here is filled in and sent
    <div ref={group} tabIndex={-1} className={styles.file} role="group" aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {file.name}
        </h2>
        <IconButton label={t('Close {file}', { file: file.name })} onPress={close}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      <p className={styles.quiet} role="status">
        {file.kind === 'reading' && t('Reading the file…')}
        {file.kind === 'read' && foundWords(file.found)}
      </p>
      {file.kind !== 'reading' &&
        file.refused.map(({ name, fault }) => (
          <p key={name} className={styles.quiet} role="status">
            {name === file.name
              ? fileFaultWords(fault)
              : t('{file}: {reason}', { file: name, reason: fileFaultWords(fault) })}
          </p>
        ))}
      {file.kind === 'read' && <ShapeList key={file.name} shapes={file.found.flatMap(({ shapes }) => shapes)} />}
    </div>
  )
}

function foundWords(found: readonly FoundShapes[]): string {
  const sum = (of: (each: FoundShapes) => number) => found.map(of).reduce((one, other) => one + other, 0)
  const [count, lines, unplaced] = [
    sum(({ shapes }) => shapes.length),
    sum((each) => each.lines),
    sum((each) => each.unplaced),
  ]
  const words = [
    found.length === 1
      ? t(
          '{count, plural, one {# area} other {# areas}} in this file. It is read on this device; only what you add becomes part of the page’s address.',
          { count },
        )
      : t(
          '{count, plural, one {# area} other {# areas}} in {files, number} files. They are read on this device; only what you add becomes part of the page’s address.',
          { count, files: found.length },
        ),
    found.some(({ pairs }) => pairs === 'lat') ? t('Coordinates in one column were read with the latitude first.') : [],
    found.some(({ pairs }) => pairs === 'lng')
      ? t('Coordinates in one column were read with the longitude first.')
      : [],
    lines > 0 ? t('{count, plural, one {# line was left out.} other {# lines were left out.}}', { count: lines }) : [],
    unplaced > 0
      ? t(
          '{count, plural, one {# entry has no coordinates in degrees and was left out.} other {# entries have no coordinates in degrees and were left out.}}',
          { count: unplaced },
        )
      : [],
  ]
  return words.flat().join(' ')
}

function ShapeList({ shapes }: { shapes: readonly OwnShape[] }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const room = useAddress((address) => AREAS_MAX - address.areas.length)
  const wanted = foldName(typed)
  // Folding thousands of names at every letter would be felt.
  const folded = useMemo(() => shapes.map(({ name }) => (name === null ? null : foldName(name))), [shapes])
  const numbered = shapes.map((shape, index) => ({ shape, index, label: shape.name ?? numberedName(shape, index) }))
  const matching =
    wanted === ''
      ? numbered
      : numbered.filter(({ label, index }) => (folded[index] ?? foldName(label)).includes(wanted))
  const more = matching.length - ROWS_MAX
  return (
    <>
      {shapes.length > ROWS_IN_SIGHT && (
        <div className={fields.field}>
          <label htmlFor={id} className={fields.label}>
            {t('Name contains')}
          </label>
          <input
            id={id}
            className={fields.box}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {shapes.length > 1 && shapes.length <= room && <Button onPress={() => addShapes(shapes)}>{t('Add all')}</Button>}
      <ul className={styles.list}>
        {matching.slice(0, ROWS_MAX).map(({ shape, index, label }) => (
          <OwnShapeRow key={index} own={shape} label={label} hasRoom={room > 0} />
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.quiet}>
          {t(
            '{count, plural, one {# more is not shown. Type its name to find it.} other {# more are not shown. Type a name to find them.}}',
            { count: more },
          )}
        </p>
      )}
      {matching.length === 0 && <p className={styles.quiet}>{t('No name contains this.')}</p>}
    </>
  )
}

function numberedName({ kind }: OwnShape, index: number): string {
  const number = index + 1
  return kind === 'point' ? t('Point {number, number}', { number }) : t('Outline {number, number}', { number })
}
