import { useAddress } from '../state/use-address.ts'
import { useBaselineArea, useNotedBaseline } from './use-baseline-area.ts'

/** Draws nothing. Finds the figure of the baseline while the map is compared with it. */
export function BaselineWatch() {
  const isCompared = useAddress(({ metric, areas }) => metric === 'difference' && areas.length > 0)
  return isCompared ? <Watch /> : null
}

function Watch() {
  useNotedBaseline(useBaselineArea())
  return null
}
