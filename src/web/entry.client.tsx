import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startLayers } from '#ui/kit/layers.ts'
import { startOfflineWorker } from '#web/offline/offline-shop.tsx'

startLayers()

// The service worker starts after the page has loaded. In development there is none.
if (import.meta.env.PROD) {
  const scheduleOffline = () => setTimeout(startOfflineWorker, 1_000)
  if (document.readyState === 'complete') scheduleOffline()
  else addEventListener('load', scheduleOffline)
}

// The router aborts requests of a page that is left and does not handle the rejection. It is not an error.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
