import { sessionKey } from '#domain/session.ts'
import type { SessionFacts } from '#features/people/read-session.ts'
import { savedForMs, savedOrdersKey } from '#web/session/saved-orders.ts'

/**
 * An inline script in the head of every page. Before the first paint it sets data attributes on the document for the signed-in user and for orders of this
 * browser, by which CSS shows the right links. The page itself is the same for all visitors, and the script's bytes never change, because the CSP allows it by
 * its hash.
 */
export const sessionScript = `try{var d=document.documentElement.dataset,n=Date.now(),g=function(k){return JSON.parse(localStorage.getItem(k))},s=g("${sessionKey}"),i=s&&s.user&&Date.parse(s.expires_at)>n;if(i){d.session="in";if(s.role)d.admin=""}if((g("${savedOrdersKey('')}"+(i?s.user.id:"guest"))||[]).some(function(o){return n-o.at<${savedForMs}}))d.orders=""}catch(e){}`

/** Sets the same attributes when the session changes. */
export function markSession(root: Pick<HTMLElement, 'dataset'>, session: SessionFacts | null): void {
  if (session) root.dataset.session = 'in'
  else delete root.dataset.session
  if (session?.role) root.dataset.admin = ''
  else delete root.dataset.admin
}
