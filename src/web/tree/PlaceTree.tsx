import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { type GeoId, ZONE_LEVELS, type ZoneLevel } from '../../domain/place.ts'
import { t } from '../language/translate.ts'
import { choosePlace } from '../places/choose-place.ts'
import { showCountry } from '../places/show-country.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SelectField } from '../ui/controls/SelectField.tsx'
import { FailureNotice } from '../ui/failures/FailureNotice.tsx'
import { levelLabel } from '../ui/words/place-name.ts'
import styles from './PlaceTree.module.css'
import { TreeKey } from './TreeKey.tsx'
import { TreeView } from './TreeView.tsx'
import type { TreeRow } from './tree-rows.ts'
import { useTree } from './tree-state.ts'
import { isUnnamed, usePlaceTree } from './use-place-tree.ts'
import { useReveal } from './use-reveal.ts'

interface PlaceTreeProps {
  /** Takes the focus when it appears. */
  takesFocus?: boolean
  /** The place whose page has just been closed; the tree then opens at it. */
  closed?: GeoId | null
  /** Called after a row was chosen. */
  onChosen?: () => void
}

function levelOptions(): readonly { value: ZoneLevel | 'all'; label: string }[] {
  const levels = ZONE_LEVELS.map((level) => ({
    value: level,
    label: t('Down to: {level}', { level: levelLabel(level) }),
  }))
  return [{ value: 'all', label: t('All levels') }, ...levels]
}

/** All places of the service, from countries to neighbourhoods. Everything here is free. */
export default function PlaceTree({ takesFocus = false, closed = null, onChosen }: PlaceTreeProps) {
  const client = useQueryClient()
  const tree = usePlaceTree()
  const { isLooking, failure, reveal } = useReveal(closed)
  const going = useMutation({ mutationFn: (country: string) => showCountry(client, country) })
  const finest = useTree((state) => state.finest)
  const choose = (row: TreeRow) => {
    if (row.kind !== 'place') return
    // A place that only its descendants have named is looked up.
    if (isUnnamed(row, tree.markets)) going.mutate(row.place.geo_id)
    else choosePlace(client, row.place.geo_id, row.place.signal === null ? null : row.place)
    onChosen?.()
  }
  const [only] = tree.rows
  if (tree.isEmpty) {
    return (
      <p className={styles.note}>
        {t('This service has no places by name. The map and drawn areas work without them.')}
      </p>
    )
  }
  return (
    <div className={styles.tree}>
      <div className={styles.bar}>
        <SelectField
          label={t('Levels')}
          options={levelOptions()}
          value={finest ?? 'all'}
          onChange={(level) => useTree.getState().set({ finest: level === 'all' ? null : level })}
        />
        <Button onPress={reveal} isBusy={isLooking}>
          <LocateFixed size={16} aria-hidden />
          {t('Place in view')}
        </Button>
      </div>
      <TreeKey windowDays={tree.windowDays} />
      {going.isError && <FailureNotice error={going.error} onRetry={() => going.mutate(going.variables)} />}
      {failure && only?.kind !== 'failed' && <FailureNotice error={failure.error} onRetry={failure.retry} />}
      {only?.kind === 'failed' ? (
        <FailureNotice error={only.error} onRetry={() => tree.retry(null)} />
      ) : (
        <TreeView {...tree} takesFocus={takesFocus} isSettling={isLooking} onChoose={choose} />
      )}
    </div>
  )
}
