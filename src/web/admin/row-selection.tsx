import { type ReactNode, useEffect, useRef, useState } from 'react'
import './picks.css'

/** A checkbox that selects a row; `name` is for its accessible name. */
export function PickBox({ id, name, picks: { isPicked, pick } }: { id: string; name: string; picks: Picks }) {
  return (
    <label className="pick-one">
      <input
        type="checkbox"
        data-tap=""
        suppressHydrationWarning
        checked={isPicked(id)}
        onChange={(event) => pick(id, event.currentTarget.checked)}
      />
      <span className="visually-hidden">Select {name}</span>
    </label>
  )
}

/** Selects all shown rows, and holds the bulk actions for the selected ones. */
export function PickBar({ picks: { picked, pickable, pickAll }, children }: { picks: Picks; children: ReactNode }) {
  const box = useRef<HTMLInputElement>(null)
  const isIndeterminate = picked.length > 0 && picked.length < pickable.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  if (pickable.length === 0) return null
  return (
    <fieldset className="picks">
      <legend className="visually-hidden">Several at once</legend>
      <label className="picks-all">
        <input
          ref={box}
          type="checkbox"
          data-tap=""
          suppressHydrationWarning
          checked={picked.length === pickable.length}
          onChange={(event) => pickAll(event.currentTarget.checked)}
        />{' '}
        {picked.length > 0 ? `${picked.length} selected` : 'Select all that wait'}
      </label>
      {picked.length > 0 && children}
    </fieldset>
  )
}

/** The selected rows of a list. A row that leaves the list or is no longer selectable is deselected. */
export function usePicks(pickable: string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const picked = pickable.filter((id) => chosen.has(id))
  return {
    picked,
    isPicked: (id: string) => chosen.has(id),
    pick: (id: string, isOn: boolean) => setChosen(new Set(isOn ? [...picked, id] : picked.filter((each) => each !== id))),
    pickAll: (isOn: boolean) => setChosen(new Set(isOn ? pickable : [])),
    pickable,
  }
}

type Picks = ReturnType<typeof usePicks>
