import { type Ref, useLayoutEffect } from 'react'
import { buttonClass } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { authStore, useAuth } from '#web/account/use-auth.ts'
import { authUrl } from '#web/addresses.ts'
import type { Refusal } from '#web/refusal.ts'

/** Beside a form that waits, with all that was typed, until its person has signed in again: in another tab, because this one would lose it. */
export function SessionEnded({ refusal, ref }: { refusal: Refusal; ref: Ref<HTMLDivElement> }) {
  const isBack = useAuth() !== null
  // Before the page is drawn: until now this browser counted as signed in. Each refusal is a new end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the refusal is what it answers to
  useLayoutEffect(() => authStore.end(), [refusal])
  return (
    <Notice tone={isBack ? 'leaf' : 'amber'} role="alert" tabIndex={-1} ref={ref}>
      {isBack ? (
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
