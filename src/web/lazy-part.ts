import { type ComponentType, lazy } from 'react'

/** A part that a page can do without for a while: where it does not come, over a bad connection or without any, the page stays as it was drawn. */
export function lazyPart<Props>(come: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    come().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => {}),
    ),
  )
}
