import { Checkbox } from 'react-aria-components/Checkbox'
import { classBreaks, METHODS, type Method } from '../../domain/class-breaks.ts'
import type { Metric } from '../../domain/figure.ts'
import type { Units } from '../figures/figure-words.ts'
import { t } from '../language/translate.ts'
import { chosenBreaks } from '../scale/chosen-breaks.ts'
import { isDiverging } from '../scale/scale-colors.ts'
import { type Scale, valuesInView } from '../scale/use-scale.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SelectField } from '../ui/controls/SelectField.tsx'
import type { ViewCells } from '../view/view-cells.ts'
import { BreaksField } from './BreaksField.tsx'
import styles from './ClassesForm.module.css'
import { methodLabel } from './classes-words.ts'
import { PaletteField } from './PaletteField.tsx'

export interface ClassesFormProps {
  view: ViewCells
  scale: Scale
  metric: Metric
  units: Units
}

/** What a viewer can choose about the classes. All of it is in the address. */
export function ClassesForm({ view, scale, metric, units }: ClassesFormProps) {
  const method = useAddress((address) => address.method)
  const locked = useAddress((address) => address.locked)
  const values = valuesInView(view, metric)
  const refit = (by: Method) => {
    const at = classBreaks(by, values)
    const breaks = at.length === 0 ? null : chosenBreaks(view.name, { at, of: { kind: 'view' } })
    setAddress({ method: by, breaks, locked: false }, 'push')
  }
  // Fixed classes follow no method, so one that is chosen applies to the view.
  const isFitted = (scale.of?.kind === 'view' || scale.of?.kind === 'fixed') && !locked
  const choose = (by: Method) =>
    isFitted ? refit(by) : setAddress({ method: by, breaks: null, locked: false }, 'push')
  const lock = (isSelected: boolean) => {
    const breaks = chosenBreaks(scale.name, { at: scale.decided, of: scale.of ?? { kind: 'view' } })
    setAddress({ breaks, locked: isSelected }, 'push')
  }
  const isEverybodys = scale.of?.kind === 'territory' || scale.of?.kind === 'fixed'
  const isOwn = scale.of !== null && (!isEverybodys || locked)
  return (
    <div className={styles.form}>
      <SelectField
        label={t('Method')}
        options={METHODS.map((value) => ({ value, label: methodLabel(value) }))}
        value={method}
        onChange={choose}
      />
      <BreaksField scale={scale} metric={metric} units={units} />
      <div className={styles.buttons}>
        <Button onPress={() => refit(method)} isDisabled={values.length < 2}>
          {t('Fit to view')}
        </Button>
        {isOwn && (
          <Button onPress={() => setAddress({ breaks: null, locked: false }, 'push')}>
            {t('Back to everybody’s classes')}
          </Button>
        )}
      </div>
      <Checkbox
        className={styles.lock ?? ''}
        isSelected={locked}
        onChange={lock}
        isDisabled={scale.breaks.length === 0}
      >
        <span className={styles.box} aria-hidden />
        {t('Lock for other filters, months and zooms')}
      </Checkbox>
      {/* A difference needs colours on both sides of 0. */}
      {!isDiverging(metric) && <PaletteField classes={scale.colors.length} />}
    </div>
  )
}
