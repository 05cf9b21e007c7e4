import type { Page } from '@playwright/test'
import type { ProxySource } from './checks/check-breaks.ts'
import type { DecidedClasses } from './checks/check-owner.ts'
import type { Dice } from './dice.ts'
import type { ServiceAnswers } from './service-answers.ts'

/** What a stop is compared with. */
export interface Walk {
  readonly page: Page
  readonly service: ServiceAnswers
  readonly proxy: ProxySource
  readonly decided: DecidedClasses
  readonly dice: Dice
}
