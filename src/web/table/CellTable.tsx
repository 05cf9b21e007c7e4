import { useDeferredValue, useMemo, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import type { Records } from '../../domain/figure.ts'
import { CELL_STATES } from '../../domain/figure.ts'
import { WithSecondMap } from '../beside/WithSecondMap.tsx'
import { cellTable } from '../export/cell-records.ts'
import { type FileSource, FormatButtons } from '../export/FormatButtons.tsx'
import { exportedMap, type ShownMap, useShownMap } from '../export/use-shown-map.ts'
import { stateLabel } from '../figures/state-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { useRecordWord } from '../free/coverage.ts'
import { t } from '../language/translate.ts'
import { useLocale } from '../language/use-locale.ts'
import { useAddress } from '../state/use-address.ts'
import { classes } from '../ui/controls/classes.ts'
import fields from '../ui/controls/fields.module.css'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { formatCount, formatHexagons } from '../ui/words/format.ts'
import { useViewCells, type ViewCells } from '../view/view-cells.ts'
import styles from './CellTable.module.css'
import { RowsGrid } from './RowsGrid.tsx'
import { type Sorting, type StateFilter, type TableRow, tableRows } from './table-rows.ts'

const NO_CELLS: ViewCells['cells'] = []

/** The hexagons in view as a table that is sorted, filtered and downloaded; a row opens the same card as the map. */
export default function CellTable() {
  const metric = useAddress((address) => address.metric)
  const view = useViewCells()
  const units = useShownUnits(view?.edition ?? null)
  const first = useShownMap()
  const [chosen, setSorting] = useState<Sorting | null>(null)
  const [state, setState] = useState<StateFilter>('figures')
  const [text, setText] = useState('')
  const sorting = useMemo<Sorting>(() => chosen ?? { column: metric, direction: 'descending' }, [chosen, metric])
  // Typing and moving the map have priority; a long table is rendered after.
  const shown = useDeferredValue(view)
  const cells = shown?.cells ?? NO_CELLS
  const wanted = useDeferredValue(text)
  const isLoading = shown === null || !shown.isSettled
  const locale = useLocale()
  const records = useRecordWord()
  // biome-ignore lint/correctness/useExhaustiveDependencies: names of places follow the language
  const rows = useMemo(
    () => tableRows(cells, { state, text: wanted, sorting }),
    [cells, state, wanted, sorting, locale],
  )
  return (
    <div className={styles.table} data-table>
      <div className={styles.bar}>
        <TextField className={classes(fields.field, styles.text)} value={text} onChange={setText}>
          <Label className={fields.label}>{t('Place')}</Label>
          <div className={fields.box}>
            <Input className={fields.input ?? ''} placeholder={t('Any')} />
          </div>
        </TextField>
        <SelectField
          label={t('Hexagons')}
          options={optionsOf(view, state, records)}
          value={state}
          onChange={setState}
        />
        <WithSecondMap read={useShownMap}>
          {(second) => <FormatButtons label={t('Save these rows')} source={rowsFile(rows, first, second)} />}
        </WithSecondMap>
        <p className={styles.count}>
          {/* The legend speaks it. */}
          {isLoading && t('Loading figures…')}
          <span role="status">{!isLoading && formatHexagons(rows.length)}</span>
        </p>
      </div>
      <RowsGrid
        rows={rows}
        isLoading={isLoading}
        unbought={view?.counts.not_bought ?? 0}
        metric={metric}
        units={units}
        sorting={sorting}
        onSort={setSorting}
      />
    </div>
  )
}

function optionsOf(
  view: ViewCells | null,
  chosen: StateFilter,
  records: Records,
): { value: StateFilter; label: string }[] {
  const states = CELL_STATES.filter((state) => state !== 'sea' && (state === chosen || (view?.counts[state] ?? 0) > 0))
  return [
    { value: 'figures', label: t('With figures') },
    { value: 'all', label: t('All') },
    ...states.map((value) => ({
      value,
      label: `${stateLabel(value, records)} (${formatCount(view?.counts[value] ?? 0)})`,
    })),
  ]
}

function rowsFile(rows: readonly TableRow[], first: ShownMap | null, second: ShownMap | null): FileSource | null {
  if (rows.length === 0 || first === null) return null
  const { as_of, resolution } = first.edition
  return {
    name: `squaremetre-${as_of}-res${resolution}-table`,
    table: () => cellTable({ ...exportedMap(first), cells: rows }, second && exportedMap(second)),
    saved: (count) => t('{count, plural, one {# hexagon was saved.} other {# hexagons were saved.}}', { count }),
  }
}
