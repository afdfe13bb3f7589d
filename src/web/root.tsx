import { type CSSProperties, type ReactNode, useContext } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { ErrorPage } from '#web/error-page.tsx'
import { CspNonce, floorTest, startScript, unscriptedScript } from '#web/first-paint/start-script.ts'
import { tapScript, useLateTaps } from '#web/first-paint/taps.ts'
import type { loader as layoutLoader } from '#web/layout/layout.tsx'
import { sessionScript } from '#web/session/session-watch.ts'
import { layoutId } from '#web/shop-facts.ts'
import './app.css'

/** Documents run it, so browsers need not load its text as a part of the program. */
const inlineScript = import.meta.env.SSR ? `${sessionScript};if(${floorTest}){${tapScript};${startScript}}else{${unscriptedScript}}` : ''

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(CspNonce)
  // Only private pages are rendered with a session; on public pages the inline script sets the same attributes.
  const { session, shop } = useRouteLoaderData<typeof layoutLoader>(layoutId) ?? {}
  const accent = shop?.accent
  useLateTaps()
  return (
    <html
      lang="en"
      data-late=""
      data-session={session ? 'in' : undefined}
      data-admin={session?.role ? '' : undefined}
      style={accent ? ({ '--accent': accent.colour, '--accent-hover': accent.hover } as CSSProperties) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light" />
        <meta name="theme-color" content={accent?.colour ?? '#ffffff'} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed text, known to the policy by its nonce */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: inlineScript }} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** Errors of the storefront's layout itself. */
export function ErrorBoundary() {
  return (
    <main>
      <title>Something went wrong</title>
      <ErrorPage />
    </main>
  )
}
