import { chatState } from '#web/chat/chat-state.ts'

/** The focus leaves the box with it: the button that brings it back takes it up (door.tsx). */
export function leave(to: 'small' | 'closed') {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  chatState.show(to)
}
