import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isPublicPage } from '#domain/page-url.ts'
import type { SessionFacts } from '#features/people/sessions.ts'
import { sessionUrl } from '#web/addresses.ts'
import { device, storedValue } from '#web/browser/stored-value.ts'
import { authStore, sessionKey, useAuth } from '#web/session/auth-store.ts'
import { clearOnSignOut } from '#web/session/clear-on-sign-out.ts'
import { savedForMs, savedOrdersKey } from '#web/session/saved-orders.ts'

/** When the session was last asked for, in milliseconds. Without storage the next page asks again. */
const askedAt = storedValue(device, 'viatu-session-asked', { empty: 0, parse: Number })
/** Milliseconds between two requests for the session, by all tabs together: long for guests, short for a session that may have ended elsewhere. */
const minInterval = { out: 10 * 60_000, in: 20_000 }

/**
 * Keeps the auth store up to date. `rendered` is the session of a private page as the server rendered it; all other pages ask for it when they are idle and when
 * the tab becomes visible again.
 */
export function useSessionWatch(rendered: SessionFacts | null): void {
  const session = useAuth()
  const { revalidate } = useRevalidator()
  const revalidateRef = useRef(revalidate)
  revalidateRef.current = revalidate

  useEffect(() => markSession(document.documentElement, session), [session])

  // Registered before the store changes.
  useEffect(() => clearOnSignOut(authStore), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a fresh page knows anything new
  useEffect(() => {
    if (rendered) {
      authStore.learn(rendered)
      askedAt.tryWrite(Date.now())
    }
    return whenIdle(() => void fetchSession())
  }, [])

  useEffect(() => {
    const onVisibilityChange = () => document.visibilityState === 'visible' && void fetchSession()
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [])

  // Another tab signed in or out, so a private page may belong to another account. If the session only ended, the typed forms wait for the user to sign in
  // again; if another user signs in, the page is reloaded.
  useEffect(() => {
    let userId = authStore.get()?.user.id
    return authStore.subscribe(({ event, elsewhere, ended }) => {
      const before = userId
      userId = authStore.get()?.user.id ?? (ended ? userId : undefined)
      if (!elsewhere || ended || isPublicPage(location.pathname)) return
      if (event === 'signed_in' && before !== undefined && before !== userId) reloadHidden()
      else if (event === 'signed_in' || event === 'signed_out') void revalidateRef.current()
    })
  }, [])

  // A page from the back/forward cache missed all changes.
  useEffect(() => {
    let userAtPageHide = authStore.get()?.user.id
    const onPageHide = () => {
      userAtPageHide = authStore.get()?.user.id
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && userAtPageHide !== authStore.get()?.user.id) reloadHidden()
    }
    addEventListener('pagehide', onPageHide)
    addEventListener('pageshow', onPageShow)
    return () => {
      removeEventListener('pagehide', onPageHide)
      removeEventListener('pageshow', onPageShow)
    }
  }, [])
}

function reloadHidden() {
  document.documentElement.hidden = true
  location.reload()
}

async function fetchSession(): Promise<void> {
  const before = authStore.get()
  if (Math.abs(Date.now() - askedAt.get()) < (before ? minInterval.in : minInterval.out)) return
  askedAt.tryWrite(Date.now())
  try {
    const answer = await fetch(sessionUrl)
    if (!answer.ok) return
    const { session } = (await answer.json()) as { session: SessionFacts | null }
    // The session changed during the request, so the response is outdated.
    if (authStore.get() !== before) return
    if (session) authStore.learn(session)
    else authStore.end()
  } catch {
    // The store stays as it is; private pages ask anyway.
  }
}

/** Runs a function when the browser is idle. Returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(act, 2_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: 5_000 })
  return () => cancelIdleCallback(request)
}

/**
 * An inline script in the head of every page. Before the first paint it sets data attributes on the document for the signed-in user and for orders of this
 * browser, by which CSS shows the right links. The page itself is the same for all visitors, and the script's bytes never change, because the CSP allows it by
 * its hash.
 */
export const sessionScript = `try{var d=document.documentElement.dataset,n=Date.now(),g=function(k){return JSON.parse(localStorage.getItem(k))},s=g("${sessionKey}"),i=s&&s.user&&Date.parse(s.expires_at)>n;if(i){d.session="in";if(s.role)d.admin=""}if((g("${savedOrdersKey('')}"+(i?s.user.id:"guest"))||[]).some(function(o){return n-o.at<${savedForMs}}))d.orders=""}catch(e){}`

/** Sets the same attributes when the session changes. */
function markSession(root: Pick<HTMLElement, 'dataset'>, session: SessionFacts | null): void {
  if (session) root.dataset.session = 'in'
  else delete root.dataset.session
  if (session?.role) root.dataset.admin = ''
  else delete root.dataset.admin
}
