import { useState } from 'react'

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

export type Picks = ReturnType<typeof usePicks>
