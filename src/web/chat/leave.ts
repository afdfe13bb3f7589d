import { chatState } from '#web/chat/chat-state.ts'

/** Minimises or closes the window. Blurs first, so that the button takes the focus (launcher.tsx). */
export function hideChat(to: 'small' | 'closed') {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  chatState.show(to)
}
