import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageProblems } from '#domain/page-problem.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { authUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/in-browser.ts'

/** Milliseconds (spec §9, reset-link redirect). */
const patience = 3_000

/** A recovery link that opens nothing any more. The page goes on by itself, unless somebody stops it. */
export function InvalidLink() {
  const [stays, setStays] = useState(false)
  const inBrowser = useInBrowser()
  const navigate = useNavigate()
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => void navigate(authUrl(), { replace: true }), patience)
    return () => clearTimeout(timer)
  }, [stays, navigate])
  const { title, message } = pageProblems.reset_link_invalid
  return (
    <div className="form">
      <Notice tone="bad" role="alert">
        <b>{title}</b>
        <p>{message}</p>
        {inBrowser && <p>{stays ? 'You stay on this page.' : 'In 3 seconds this page goes on to Sign In.'}</p>}
      </Notice>
      <ButtonLink to={authUrl('forgot')}>Send a new link</ButtonLink>
      {inBrowser && !stays && (
        <Button look="ghost" onClick={() => setStays(true)}>
          Stay on this page
        </Button>
      )}
    </div>
  )
}
