import { sessionKey } from '#domain/session.ts'
import type { SessionFacts } from '#features/people/read-session.ts'
import { keptFor, keptOrdersKey } from '#web/order/kept-orders.ts'

/**
 * Stands in the head of every page, word for word the same: before the first paint it marks the document with what this browser knows of who is
 * signed in and of what was ordered here, and the sheet shows the header's right half. The page itself is the same bytes for everybody.
 */
export const sessionScript = `try{var d=document.documentElement.dataset,n=Date.now(),g=function(k){return JSON.parse(localStorage.getItem(k))},s=g("${sessionKey}"),i=s&&s.user&&Date.parse(s.expires_at)>n;if(i){d.session="in";if(s.is_admin)d.admin=""}if((g("${keptOrdersKey('')}"+(i?s.user.id:"guest"))||[]).some(function(o){return n-o.at<${keptFor}}))d.orders=""}catch(e){}`

/** The same marks whenever it changes. */
export function markSession(root: Pick<HTMLElement, 'dataset'>, session: SessionFacts | null): void {
  if (session) root.dataset.session = 'in'
  else delete root.dataset.session
  if (session?.is_admin) root.dataset.admin = ''
  else delete root.dataset.admin
}
