import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { isPublicPage } from '#domain/public-page.ts'
import type { SessionFacts } from '#features/people/read-session.ts'
import { forgetTypedOf } from '#web/account/forget-typed.ts'
import { markSession } from '#web/account/session-script.ts'
import { authStore, useAuth } from '#web/account/use-auth.ts'
import { sessionUrl } from '#web/addresses.ts'

const askedKey = 'viatu-session-asked'
/** Milliseconds within which the server is asked at most once, by all tabs together: long for who only passes by, short for a session that may have ended elsewhere. */
const patience = { out: 10 * 60_000, in: 20_000 }

/**
 * Keeps what the page shows of who is signed in true: `said` is what the server knew when it made the page, if it is one reader's own. All other
 * pages ask when they have come to rest, and when somebody comes back to them.
 */
export function useSessionWatch(said: SessionFacts | null): void {
  const session = useAuth()
  const { revalidate } = useRevalidator()
  const look = useRef(revalidate)
  look.current = revalidate

  useEffect(() => markSession(document.documentElement, session), [session])

  // Before anything is learned.
  useEffect(() => forgetTypedOf(authStore), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a fresh page knows anything new
  useEffect(() => {
    if (said) {
      authStore.learn(said)
      write(askedKey, String(Date.now()))
    }
    return onRest(() => void ask())
  }, [])

  useEffect(() => {
    const shown = () => document.visibilityState === 'visible' && void ask()
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])

  // Another tab signed in or out: what this one shows may belong to another account by now, unless it is a public page. Where a session only ended, what
  // stands typed here waits for its person to sign in again; when another one does, nothing of it stays.
  useEffect(() => {
    let person = authStore.get()?.user.id
    return authStore.subscribe(({ event, elsewhere, ended }) => {
      const before = person
      person = authStore.get()?.user.id ?? (ended ? person : undefined)
      if (!elsewhere || ended || isPublicPage(location.pathname)) return
      if (event === 'signed_in' && before !== undefined && before !== person) reloadUnseen()
      else if (event === 'signed_in' || event === 'signed_out') void look.current()
    })
  }, [])

  // A page that comes back out of the browser's memory heard nothing meanwhile.
  useEffect(() => {
    let left = authStore.get()?.user.id
    const leaving = () => {
      left = authStore.get()?.user.id
    }
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted && left !== authStore.get()?.user.id) reloadUnseen()
    }
    addEventListener('pagehide', leaving)
    addEventListener('pageshow', back)
    return () => {
      removeEventListener('pagehide', leaving)
      removeEventListener('pageshow', back)
    }
  }, [])
}

function reloadUnseen() {
  document.documentElement.hidden = true
  location.reload()
}

async function ask(): Promise<void> {
  const last = Number(read(askedKey) ?? 0)
  const before = authStore.get()
  if (Math.abs(Date.now() - last) < (before ? patience.in : patience.out)) return
  write(askedKey, String(Date.now()))
  try {
    const answer = await fetch(sessionUrl)
    if (!answer.ok) return
    const { session } = (await answer.json()) as { session: SessionFacts | null }
    // Somebody signed in or out while the answer was on its way: it is older than that.
    if (authStore.get() !== before) return
    if (session) authStore.learn(session)
    else authStore.end()
  } catch {
    // Without an answer it stays as it is; every page of one's own asks anyway.
  }
}

/** Once the browser has nothing better to do. Answers how to call it off. */
function onRest(act: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(act, 2_000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: 5_000 })
  return () => cancelIdleCallback(request)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Then it is asked again with the next page.
  }
}
