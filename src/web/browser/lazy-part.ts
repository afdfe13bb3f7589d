import { type ComponentType, lazy } from 'react'

/** `React.lazy` for an optional part of a page: if it does not load, the page stays as it is, without an error. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => {}),
    ),
  )
}
