import { areaAnswer } from '../../contract/area.ts'
import { type Cell, type Resolution, trustCell } from '../../domain/cell.ts'
import { type ProxyUnderTest, type PurchaseEvents, readPurchaseEvents } from '../proxy-under-test.ts'
import type { StrangeService } from '../strange-service/start-strange-service.ts'
import type { AskedArea, AskedTiles, VisitedProxy } from './visitor.ts'
import { countWrongInArea, countWrongInTile, countWronglyEmpty } from './wrong-figures.ts'

/** A proxy that is reached as a page reaches it, and that compares all it gets with the truth. */
export class ProxyOverHttp implements VisitedProxy {
  /** Cells whose figures, or their absence, differ from the truth. */
  wrong = 0
  private readonly service: StrangeService
  private readonly proxy: ProxyUnderTest

  constructor(service: StrangeService, proxy: ProxyUnderTest) {
    this.service = service
    this.proxy = proxy
  }

  get finest(): Resolution {
    return this.service.rules.finestResolution as Resolution
  }

  get calls() {
    return this.service.calls
  }

  async buy(asked: AskedTiles, viewers: number): Promise<readonly Cell[]> {
    const [told] = await Promise.all(Array.from({ length: viewers }, () => this.buyOnce(asked)))
    return told?.all('tile').map(({ parent }) => trustCell(parent)) ?? []
  }

  /** Throws where the proxy refuses anything but ground without a market. */
  private async buyOnce(asked: AskedTiles): Promise<PurchaseEvents> {
    const { text, response } = await this.proxy.post({ as_of: this.service.rules.as_of, ...asked })
    if (response.status !== 200) throw new Error(`expected status 200, the proxy returned ${response.status}: ${text}`)
    const told = readPurchaseEvents(text)
    const refused = told.all('refused')
    const other = refused.find(({ refusal: { code } }) => code !== 'not_covered')?.refusal
    if (other) throw new Error(`expected a purchase, found ${other.code}: ${other.message}`)
    const truth = this.service.truth(asked.lens)
    for (const { bytes } of told.all('tile')) this.wrong += countWrongInTile(Buffer.from(bytes, 'base64'), truth)
    // Without lands, the service has figures at sea too, where no market can be known.
    const empty = this.service.rules.lands === null ? [] : refused.flatMap(({ parents }) => parents)
    const silent = told.all('no_listings').map(({ parent }) => parent)
    this.wrong += countWronglyEmpty([...empty, ...silent].map(trustCell), truth)
    return told
  }

  async askArea(asked: AskedArea): Promise<void> {
    const { text } = await this.proxy.postTo('/api/areas', { as_of: this.service.rules.as_of, ...asked })
    const answer = areaAnswer.parse(JSON.parse(text))
    const { refusal } = answer
    if (refusal !== null) throw new Error(`expected an area, found ${refusal.code}: ${refusal.message}`)
    this.wrong += countWrongInArea(answer, this.service.truth(asked.lens))
  }
}
