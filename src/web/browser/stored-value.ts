import { useSyncExternalStore } from 'react'

/** A storage of the browser, and where it reports the changes of other tabs. `open` throws where the browser forbids storage, and on the server. */
interface StoragePlace {
  open: () => Storage
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/** Shared by all tabs, until it is removed. */
export const device: StoragePlace = { open: () => localStorage, events: globalThis }
/** Of this tab, until it is closed. */
export const tab: StoragePlace = { open: () => sessionStorage, events: globalThis }

/** What is stored under one key. */
export interface Stored<T> {
  /** The same object until it changes. `empty` if there is nothing, if it cannot be read, and on the server. */
  get(): T
  /** Replaces it; null, '' and [] remove it. Throws what the storage throws, and nothing is changed then, unless the page may keep it. */
  write(value: T | null): void
  /** As `write`, but only into the storage. Returns whether it was stored. */
  tryWrite(value: T | null): boolean
  /** The event is that of another tab; there is none for a change in this one. */
  subscribe(listener: (elsewhere?: StorageEvent) => void): () => void
  /** Whether only this page keeps it, because the storage refused it. */
  isOfVisit(): boolean
  empty: T
}

interface StoredOptions<T> {
  empty: T
  /** Text of any origin: devices hold what older versions wrote. May throw. */
  parse: (text: string) => T
  /** Called where the storage or its text cannot be read. */
  onUnreadable?: (error: unknown) => void
  /** What the storage refuses lives as long as this page. */
  inPage?: boolean
}

/** Strings are stored as they are, everything else as JSON. */
export function storedValue<T>(
  { open, events }: StoragePlace,
  key: string,
  { empty, parse, onUnreadable, inPage = false }: StoredOptions<T>,
): Stored<T> {
  let text: string | null = null
  let value = empty
  /** What the storage refused; undefined while it refuses nothing. */
  let refused: string | null | undefined

  function attempt<Result>(act: () => Result, otherwise: Result): Result {
    try {
      return act()
    } catch (error) {
      onUnreadable?.(error)
      return otherwise
    }
  }

  function write(next: T | null, mayKeep = inPage) {
    const isEmpty = next === null || (next as { length?: number }).length === 0
    const now = isEmpty ? null : typeof next === 'string' ? next : JSON.stringify(next)
    try {
      if (now === null) open().removeItem(key)
      else open().setItem(key, now)
      refused = undefined
    } catch (error) {
      if (!mayKeep) throw error
      refused = now
    }
    for (const listener of listenersOf(key)) listener()
  }

  return {
    empty,
    get() {
      const now = refused === undefined ? attempt(() => open().getItem(key), null) : refused
      if (now !== text) {
        text = now
        value = now === null ? empty : attempt(() => parse(now), empty)
      }
      return value
    },
    write: (next) => write(next),
    isOfVisit: () => typeof refused === 'string',
    tryWrite(next) {
      try {
        write(next, false)
        return true
      } catch {
        return false
      }
    },
    subscribe(listener) {
      const onStorage = (event: Event) => {
        const changed = (event as StorageEvent).key
        if (changed === key || changed === null) listener(event as StorageEvent)
      }
      listenersOf(key).add(listener)
      events.addEventListener('storage', onStorage)
      return () => {
        listenersOf(key).delete(listener)
        events.removeEventListener('storage', onStorage)
      }
    },
  }
}

/** `empty` on the server and during hydration. */
export function useStored<T>({ get, subscribe, empty }: Stored<T>): T {
  return useSyncExternalStore(subscribe, get, () => empty)
}

/** By key, so that all parts of a page that read the same hear of a change in this tab. */
const listeners = new Map<string, Set<() => void>>()

function listenersOf(key: string): Set<() => void> {
  const present = listeners.get(key) ?? new Set()
  listeners.set(key, present)
  return present
}
