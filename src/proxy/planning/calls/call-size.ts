import { circleCandidateCount } from '../../../domain/distance.ts'
import { hasFilters } from '../../../domain/lens.ts'
import type { CallSize } from '../../lessons/call-lessons.ts'
import type { Call } from './plan.ts'
import { type StatsQuestion, statsTarget } from './stats-target.ts'

/** How large a call is in what a service may limit. */
export function callSize({ selector }: Call, question: StatsQuestion): CallSize {
  const { resolution } = question
  const bytes = statsTarget(question, selector).length
  const isFiltered = hasFilters(question.lens)
  switch (selector.kind) {
    case 'cells':
      return { kind: 'cells', resolution, count: selector.cells.length, bytes, isFiltered }
    case 'circle':
      return { kind: 'circles', resolution, count: circleCandidateCount(selector, resolution), bytes, isFiltered }
    case 'place':
      return { kind: 'cells', resolution, count: selector.size, bytes, isFiltered }
  }
}
