import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { TextField } from 'react-aria-components/TextField'
import { CELL_STATES, type Metric } from '../../domain/figure.ts'
import { cellRecords } from '../export/cell-records.ts'
import { recordsCsv } from '../export/records-csv.ts'
import { inBoughtArea, type Units } from '../figures/figure-words.ts'
import { stateLabel } from '../figures/state-words.ts'
import { useShownUnits } from '../figures/use-shown-currency.ts'
import { t } from '../language/translate.ts'
import { type EarlierWindow, useEarlierEdition } from '../metric/use-earlier-edition.ts'
import { useAddress } from '../state/use-address.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import fields from '../ui/fields.module.css'
import { formatCount, formatHexagons } from '../ui/format.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { saveFile } from '../ui/save-file.ts'
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
  const since = useEarlierEdition(view?.name ?? null)
  const [chosen, setSorting] = useState<Sorting | null>(null)
  const [state, setState] = useState<StateFilter>('figures')
  const [text, setText] = useState('')
  const sorting = useMemo<Sorting>(() => chosen ?? { column: metric, direction: 'descending' }, [chosen, metric])
  // Typing and moving the map come first; a long table follows.
  const cells = useDeferredValue(view?.cells ?? NO_CELLS)
  const wanted = useDeferredValue(text)
  const rows = useMemo(() => tableRows(cells, { state, text: wanted, sorting }), [cells, state, wanted, sorting])
  return (
    <div className={styles.table}>
      <div className={styles.bar}>
        <TextField className={classes(fields.field, styles.text)} value={text} onChange={setText}>
          <Label className={fields.label}>{t('Place')}</Label>
          <div className={fields.box}>
            <Input className={fields.input ?? ''} placeholder={t('Any')} />
          </div>
        </TextField>
        <SelectField label={t('Hexagons')} options={optionsOf(view, state)} value={state} onChange={setState} />
        <Button
          isDisabled={rows.length === 0 || !view?.edition || !units}
          onPress={() => save(rows, view, { units, metric, since })}
        >
          <Download size={16} aria-hidden />
          {t('CSV')}
        </Button>
        <p className={styles.count} role="status">
          {view === null || !view.isSettled ? t('Loading figures…') : formatHexagons(rows.length)}
        </p>
      </div>
      <RowsGrid rows={rows} metric={metric} units={units} sorting={sorting} onSort={setSorting} />
    </div>
  )
}

function optionsOf(view: ViewCells | null, chosen: StateFilter): { value: StateFilter; label: string }[] {
  const states = CELL_STATES.filter((state) => state !== 'sea' && (state === chosen || (view?.counts[state] ?? 0) > 0))
  return [
    { value: 'figures', label: t('With figures') },
    { value: 'all', label: t('All') },
    ...states.map((value) => ({ value, label: `${stateLabel(value)} (${formatCount(view?.counts[value] ?? 0)})` })),
  ]
}

interface SaveTerms {
  readonly units: Units | null
  readonly metric: Metric
  readonly since: EarlierWindow | null
}

function save(rows: readonly TableRow[], view: ViewCells | null, { units, metric, since }: SaveTerms): void {
  if (!view?.edition || !units) return
  const { as_of, resolution } = view.name
  const records = cellRecords(rows, { edition: view.edition, units: inBoughtArea(units, view.edition), metric, since })
  saveFile(`squaremetre-${as_of}-res${resolution}.csv`, new Blob([recordsCsv(records)], { type: 'text/csv' }))
}
