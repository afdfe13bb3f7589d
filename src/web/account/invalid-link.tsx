import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { stateProblems } from '#domain/state-problem.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { authUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/in-browser.ts'

/** Milliseconds (spec §9, reset-link redirect). */
const redirectDelay = 3_000

/** Shown for a recovery link that is used up or expired. It redirects to Sign In, unless the visitor cancels that. */
export function InvalidLink() {
  const [isCancelled, setCancelled] = useState(false)
  const inBrowser = useInBrowser()
  const navigate = useNavigate()
  useEffect(() => {
    if (isCancelled) return
    const timer = setTimeout(() => void navigate(authUrl(), { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [isCancelled, navigate])
  const { title, message } = stateProblems.reset_link_invalid
  return (
    <div className="form">
      <Notice tone="bad" role="alert">
        <b>{title}</b>
        <p>{message}</p>
        {inBrowser && <p>{isCancelled ? 'You stay on this page.' : 'In 3 seconds this page continues to Sign In.'}</p>}
      </Notice>
      <ButtonLink to={authUrl('forgot')}>Send a new link</ButtonLink>
      {inBrowser && !isCancelled && (
        <Button look="ghost" onClick={() => setCancelled(true)}>
          Stay on this page
        </Button>
      )}
    </div>
  )
}
