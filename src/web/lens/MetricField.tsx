import { METRICS } from '../../domain/figure.ts'
import { METRIC_LABELS } from '../figures/figure-words.ts'
import { setAddress, useAddress } from '../state/use-address.ts'
import { SelectField } from '../ui/SelectField.tsx'

const OPTIONS = METRICS.map((value) => ({ value, label: METRIC_LABELS[value] }))

/** The metric that colours the hexagons; changing it costs nothing. */
export function MetricField() {
  const metric = useAddress((address) => address.metric)
  return (
    <SelectField
      label="Colour by"
      options={OPTIONS}
      value={metric}
      onChange={(next) => setAddress({ metric: next }, 'push')}
    />
  )
}
