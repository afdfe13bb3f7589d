import { createContext } from 'react'

/** Newest of what each browser of the floor has (README): without it a page stays as it is without scripts. */
export const floorTest = 'Array.prototype.findLast'

/** An inline script for browsers below the floor, and for those that run scripts elsewhere: shows what pages show without scripts. */
export const unscriptedScript = `document.documentElement.removeAttribute("data-late")
document.addEventListener("DOMContentLoaded", function () {
  var rules = document.querySelector("head style").sheet.cssRules, hidden = document.getElementsByTagName("noscript")
  for (var i = 0; i < rules.length; i++)
    if (rules[i].media && /scripting|^not all$/.test(rules[i].media.mediaText)) rules[i].media.mediaText = "all"
  while (hidden[0]) hidden[0].outerHTML = hidden[0].textContent
})`

/** The type that keeps browsers from running the page's main script. */
export const heldType = 'text/held'

/**
 * An inline script in the head of every page: starts the page's scripts after the first paint, so that they do not delay it, or after two seconds, or in a
 * hidden tab. React expects the links of the style sheets that it rendered: they are added again, disabled, so that they are not loaded. A client navigation
 * adds its own.
 */
export const startScript = `(function () {
var seen, begun
function start() {
  var held = document.querySelector("script[type='${heldType}']")
  if (!held || !seen || begun || document.readyState == "loading") return
  begun = true
  var after = document.querySelector("head style")
  held.dataset.sheets.split(" ").forEach(function (href) {
    var link = document.createElement("link")
    link.rel = "stylesheet"
    link.disabled = true
    link.setAttribute("href", href)
    after.after(link)
    after = link
  })
  held.dataset.modules.split(" ").forEach(function (href) {
    var link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = href
    document.head.append(link)
  })
  var script = document.createElement("script")
  script.type = "module"
  script.textContent = held.textContent
  document.head.append(script)
}
function see() { seen = true; start() }
try {
  new PerformanceObserver(function (list) {
    if (list.getEntriesByName("first-contentful-paint")[0]) see()
  }).observe({ type: "paint", buffered: true })
} catch (e) { see() }
document.addEventListener("DOMContentLoaded", function () {
  if (document.hidden) see()
  start()
  setTimeout(see, 2000)
})
})()`

/** The CSP nonce of this response, for inline scripts that React Router does not write. Undefined in the browser: it is stripped from cached pages. */
export const CspNonce = createContext<string | undefined>(undefined)
