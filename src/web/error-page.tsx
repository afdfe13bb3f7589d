import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { sneakersSlug } from '#domain/catalogue.ts'
import { limitDetails, pageProblems, processLimits, withDetail } from '#domain/limits.ts'
import { ButtonLink, buttonClass } from '#ui/kit/button.tsx'
import { FullPageMessage } from '#ui/kit/empty-state.tsx'
import { categoryUrl, homeUrl, productsUrl } from '#web/addresses.ts'

const { page_address: pages } = processLimits
const words = {
  often: { title: pageProblems.too_many.title, text: withDetail(pageProblems.too_many.message, limitDetails(pages, pages.seconds).detail) },
  busy: { title: pageProblems.unavailable.title, text: pageProblems.unavailable.message },
  offline: { title: 'No connection', text: 'Check your connection, then try again.' },
  broken: { title: 'Something went wrong', text: 'Something went wrong on our side. Please try again.' },
}

/** The error boundary of most routes. A text thrown with a 404 is the title; `failure` replaces the message unless the failure is transient. */
export function ErrorPage({ failure }: { failure?: string }) {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (useRedraw(error)) return null
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound title={typeof error.data === 'string' ? error.data : undefined} />
  const kind = kindOf(error)
  const isTransient = kind === 'busy' || kind === 'often'
  return (
    <FullPageMessage title={words[kind].title}>
      <p>{isTransient ? words[kind].text : (failure ?? words[kind].text)}</p>
      <div className="acts">
        {/* A plain link reloads the document. */}
        <a className={buttonClass({})} href={`${pathname}${search}`}>
          Try again
        </a>
        <ButtonLink look="ghost" to={homeUrl}>
          Home
        </ButtonLink>
      </div>
    </FullPageMessage>
  )
}

/** How often a document may be drawn once more before it shows its error page. */
let redrawsLeft = 10

/**
 * Draws the page once more where the browser refused to change it because a translation or an extension had moved its texts. Opening the same address again
 * takes the error back; a navigation that is under way does so too. Returns whether that is so.
 */
function useRedraw(error: unknown): boolean {
  const location = useLocation()
  const navigate = useNavigate()
  const isIdle = useNavigation().state === 'idle'
  const [isRedrawn] = useState(() => error instanceof Error && error.name === 'NotFoundError' && redrawsLeft > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an error
  useEffect(() => {
    if (!isRedrawn) return
    redrawsLeft -= 1
    if (isIdle) void navigate(location, { replace: true })
  }, [isRedrawn])
  return isRedrawn
}

function kindOf(error: unknown): keyof typeof words {
  const status = isRouteErrorResponse(error) ? error.status : null
  if (status === 429) return 'often'
  if (status === 502 || status === 503 || status === 504) return 'busy'
  return isOffline() ? 'offline' : 'broken'
}

/** False on the server. */
function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}

export function NotFound({ title = 'Page Not Found' }: { title?: string }) {
  return (
    <FullPageMessage
      title={
        <>
          <span className="error-code">404</span> {title}
        </>
      }
    >
      <p>The link may be old, or the shoe has left the shelf.</p>
      <nav className="acts" aria-label="More pages">
        <ButtonLink to={homeUrl}>Home</ButtonLink>
        <ButtonLink look="ghost" to={productsUrl}>
          All Products
        </ButtonLink>
        <ButtonLink look="ghost" to={categoryUrl(sneakersSlug)}>
          Sneakers
        </ButtonLink>
      </nav>
    </FullPageMessage>
  )
}
