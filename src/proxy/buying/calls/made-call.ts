import type { Logger } from 'pino'
import type { Refusal } from '../../../contract/proxy-api.ts'
import type { EditionName } from '../../../domain/edition.ts'
import type { ListZoneCells } from '../../hints/ground/zone-cells.ts'
import type { Lookups } from '../../hints/lookups.ts'
import type { PeriodFinder } from '../../hints/periods/period-finder.ts'
import type { PeriodRevisions } from '../../hints/periods/period-revisions.ts'
import type { FindFilterWords } from '../../hints/stated/filter-words.ts'
import type { BoughtCall, LookupLedger, TileLedger } from '../../ledger/ledger.ts'
import type { Risk } from '../../lessons/call-risk.ts'
import type { MeterReader } from '../../spending/meter.ts'
import type { AskedCells, CutAnswer } from '../../tiles/cut-answer.ts'
import type { StoredTile } from '../../tiles/stored-tile.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { AbsenceAnswers } from '../doubts/absence-answers.ts'
import type { CutDoubts } from '../doubts/cut-doubts.ts'
import type { HomeCurrency } from '../doubts/home-currency.ts'
import type { LensDoubts } from '../doubts/lens-doubts.ts'
import type { RefusalPauses } from '../doubts/refusal-pauses.ts'
import type { SelectorDoubts } from '../doubts/selector-doubts.ts'
import type { AnswerWriter } from './answer-writer.ts'
import type { CallLimits } from './call-limits.ts'
import type { BegunCall, OpenCalls } from './open-calls.ts'

/** A call that has been made. */
export interface MadeCall {
  readonly name: EditionName
  readonly call: BegunCall
  readonly risk: Risk
  /** When it was sent, as the pauses mark it. */
  readonly mark: number
}

/** What one metered call means for the tiles it was made for, once its `ServiceResult` is read and written. */
export type CallOutcome =
  /** `isShort`: the answer to a circle covers less than was planned, as others would. */
  | { kind: 'bought'; call: BoughtCall; tiles: StoredTile[]; isShort?: boolean }
  /** A limit was learned: plan the same cells again. */
  | { kind: 'resized' }
  /** The service did not read the whole list, so nothing was kept. Plan the same cells again. */
  | { kind: 'unread' }
  /** `ground`: other ground may be answered; `paused`: no call was made. */
  | { kind: 'refused'; refusal: Refusal; ground?: 'refused' | 'paused' }
  /** The paid response could not be written yet; `written` resolves once it is. */
  | { kind: 'unwritten'; refusal: Refusal; written: Promise<void> }

/** Reads answers outside the event loop, because those of 100,000 cells take a second. */
export interface AnswerComputing {
  /** Rejects when the body is not a metered answer. */
  readAnswer(body: Uint8Array, asked: AskedCells, boughtAt: Date): Promise<CutAnswer>
}

/** What making a metered call and reading its answer needs. */
export interface CallDeps {
  readonly upstream: Upstream
  readonly ledger: TileLedger & LookupLedger
  readonly limits: CallLimits
  readonly openCalls: OpenCalls
  readonly cutDoubts: CutDoubts
  readonly homeCurrency: HomeCurrency
  readonly lensDoubts: LensDoubts
  readonly filterWords: FindFilterWords
  /** Pauses after answers that could not be used, by lens and resolution; by tile and lens after blank ones. */
  readonly unusable: RefusalPauses
  /** Pauses after calls that were refused, or brought nothing of their ground, by tile and lens, some by currency too. */
  readonly refusedGround: RefusalPauses
  /** Pauses after several refusals in a row that forbid a retry, by lens, resolution and currency. */
  readonly refusedKinds: RefusalPauses
  /** Pauses where calls were paid for and nothing could be kept, by tile and lens: figures in another unit of area, or none. */
  readonly groundDoubts: RefusalPauses
  readonly absences: AbsenceAnswers
  readonly selectorDoubts: SelectorDoubts
  readonly lookups: Lookups
  readonly listCells: ListZoneCells
  readonly meter: MeterReader
  readonly period: PeriodFinder
  readonly revisions: Pick<PeriodRevisions, 'stamp' | 'check'>
  readonly writer: AnswerWriter
  readonly computing: AnswerComputing
  readonly log: Logger
  readonly clock: () => Date
  /** The clock that tells which months have not begun. */
  readonly latest: () => Date
}
