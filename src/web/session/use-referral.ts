import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import { type Referral, referralCodeIn, referralKey } from '#domain/referral.ts'
import { clicksUrl } from '#web/addresses.ts'
import { storedValue, tab, useStored } from '#web/browser/stored-value.ts'

/** Without storage no referral is shown; the server's cookie still counts. */
const referral = storedValue<Referral | null>(tab, referralKey, { empty: null, parse })

export const readReferral = referral.get

/** The referral of this tab, or null. Only the browser knows it: the page itself is the same for all visitors. */
export function useReferral(): Referral | null {
  return useStored(referral)
}

/** Clears a referral after an order with it was paid (spec §4, Checkout). A later link of another affiliate stays. */
export function clearReferral(code: string): void {
  if (readReferral()?.affiliate_code === code) referral.tryWrite(null)
}

/**
 * Reads `?ref=` on any page and reports the click once the page is visible. The response names the affiliate; unknown codes are ignored and the last link wins.
 * The server stores the referral in a cookie of its own, which orders use (decisions, Affiliates and wallet).
 */
export function useReferralFromAddress(): void {
  const { search } = useLocation()
  const { id: productId = null } = useParams()
  const code = referralCodeIn(search)
  useEffect(() => {
    if (!code) return
    return whenVisible(() => void reportClick(code, productId))
  }, [code, productId])
}

function parse(text: string): Referral | null {
  const { affiliate_id, affiliate_code, product_id } = JSON.parse(text) as Record<string, unknown>
  if (typeof affiliate_id !== 'string' || typeof affiliate_code !== 'string') return null
  return { affiliate_id, affiliate_code, product_id: typeof product_id === 'string' ? product_id : null }
}

let lastClick = 0

/** Reports a click. `keepalive` sends it even if the visitor leaves the page. */
async function reportClick(code: string, productId: string | null): Promise<void> {
  const clickNumber = ++lastClick
  try {
    const answer = await fetch(clicksUrl, {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ affiliate_code: code, product_id: productId, referrer_url: document.referrer || null }),
    })
    if (!answer.ok || clickNumber !== lastClick) return
    const { affiliate } = (await answer.json()) as { affiliate: { id: string; affiliate_code: string } | null }
    if (affiliate) referral.tryWrite({ affiliate_id: affiliate.id, affiliate_code: affiliate.affiliate_code, product_id: productId })
  } catch {
    // A click that was not reported changes nothing for the visitor.
  }
}

/** Runs `act` once the page is painted and visible: a prerendered page is not a visit. Returns a function that cancels it. */
function whenVisible(act: () => void): () => void {
  let frame = 0
  const check = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', check)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(act)
    })
  }
  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    document.removeEventListener('visibilitychange', check)
    cancelAnimationFrame(frame)
  }
}
