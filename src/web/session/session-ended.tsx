import { type Ref, useLayoutEffect } from 'react'
import { buttonClass } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { authUrl } from '#web/addresses.ts'
import type { Refusal } from '#web/forms/refusal.ts'
import { authStore, useAuth } from '#web/session/use-auth.ts'

/** Shown at a form whose session has ended. The user signs in again in another tab, because this tab would lose what was typed. */
export function SessionEnded({ refusal, ref }: { refusal: Refusal; ref: Ref<HTMLDivElement> }) {
  const isSignedInAgain = useAuth() !== null
  // A layout effect, so that the page does not show the user as signed in. Runs for each new refusal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusal is what it answers to
  useLayoutEffect(() => authStore.end(), [refusal])
  return (
    <Notice tone={isSignedInAgain ? 'leaf' : 'amber'} role="alert" tabIndex={-1} ref={ref}>
      {isSignedInAgain ? (
        <>
          <b>You are signed in again.</b> What you wrote is still here: send it again.
        </>
      ) : (
        <>
          <b>{refusal.title}.</b> {refusal.message}
          <p>
            <a className={buttonClass({ look: 'ghost', small: true })} href={authUrl()} target="_blank" rel="noopener">
              Sign In
            </a>
          </p>
        </>
      )}
    </Notice>
  )
}
