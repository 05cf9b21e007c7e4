import { useMutation } from '@tanstack/react-query'

/** A purchase that the viewer may agree to, with what has become of it. */
export interface Purchase<Bought> {
  readonly isPending: boolean
  /** Why the last attempt failed; null when it did not. */
  readonly error: Error | null
  /** Null before it is done. */
  readonly data: Bought | null
  readonly buy: () => void
}

/**
 * Returns the purchase of what is wanted now, which is compared as JSON. What became of a purchase is forgotten once
 * something else is wanted: another attempt would then buy what nobody has seen the cost of.
 */
export function usePurchase<Wanted, Bought>(
  wanted: Wanted | null,
  buy: (wanted: Wanted) => Promise<Bought>,
): Purchase<Bought> {
  const key = JSON.stringify(wanted)
  const purchase = useMutation({ mutationFn: (agreed: { wanted: Wanted; key: string }) => buy(agreed.wanted) })
  const isOfThis = purchase.variables?.key === key
  return {
    isPending: isOfThis && purchase.isPending,
    error: isOfThis ? purchase.error : null,
    data: (isOfThis && purchase.data) || null,
    buy: () => wanted !== null && purchase.mutate({ wanted, key }),
  }
}
