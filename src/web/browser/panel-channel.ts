/** Where open tabs of the panel hear from the service worker how much waits (BroadcastChannel). */
export const panelChannel = 'viatu-panel'
