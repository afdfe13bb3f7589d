import { useNavigate } from 'react-router'
import { showToast } from '#ui/kit/toast-store.ts'
import type { Done } from '#web/account/auth-answer.ts'
import { forgetDraft } from '#web/account/draft.ts'
import { sessionStore } from '#web/account/session-now.ts'
import { homeUrl } from '#web/addresses.ts'

/** What follows signing in: the browser knows it, a word, and on to where somebody wanted to go (spec §8: home). */
export function useWelcome(next: string | null): (done: Done) => void {
  const navigate = useNavigate()
  return (done) => {
    if (done.done !== 'signed-in') return
    forgetDraft()
    sessionStore.learn(done.session)
    showToast({ title: 'Welcome back!', text: 'You have successfully signed in.' })
    void navigate(next ?? homeUrl, { replace: true })
  }
}
