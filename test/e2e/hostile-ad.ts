/** Tries whatever a stranger in a page could try, and writes down what came of it. */
export const hostileCode = (network: string) =>
  `<script src="${network}/a.js"></script><p id="told"></p><script>
const shop = new URL(location.href).origin
const tries = {
  came: () => window.came,
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  session: () => sessionStorage.length,
  parent: () => parent.document.body.innerHTML,
  cart: () => parent.localStorage.length,
  top: () => { top.location.href = '${network}/stolen' },
  window: () => open('${network}/popup'),
  form: () => {
    const form = document.body.appendChild(document.createElement('form'))
    Object.assign(form, { action: shop + '/sign-out', method: 'post', target: '_top' })
    form.submit()
  },
  alert: () => alert(1),
  read: () => fetch(shop + '/api/auth/session', { credentials: 'include' }),
  write: () => fetch(shop + '/api/orders', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
  frame: () => { document.body.appendChild(document.createElement('iframe')).src = shop + '/admin' },
  worker: () => navigator.serviceWorker.register(shop + '/sw.js'),
  database: () => indexedDB.open('cart'),
}
const told = {}
async function run() {
  for (const [name, act] of Object.entries(tries)) {
    try { told[name] = String(await act()) } catch (error) { told[name] = error.name }
  }
  for (let i = 0; i < 20000; i++) parent.postMessage({ type: 'cart', lines: [] }, '*')
  const paragraph = document.getElementById('told')
  paragraph.textContent = JSON.stringify(told)
  paragraph.dataset.done = ''
}
run()
</script>`
