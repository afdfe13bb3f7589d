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
