// The phone keeps itself up to date: it asks once a second, and rings when a new request is there.
const page = document.querySelector('main[data-phone]')
let sound
let rung = ''
let told = latestWords()

if (page) {
  // The hint goes away and the page moves up: in the middle of a click, at its pointerdown, that would make the pointer miss its button.
  for (const gesture of ['click', 'keydown']) addEventListener(gesture, allowSound, { once: true })
  page.addEventListener('submit', sendForm)
  document.getElementById('sound').hidden = false
  ring()
  everySecond()
}

async function everySecond() {
  showTime()
  await refresh()
  setTimeout(everySecond, 1000)
}

async function refresh() {
  const seen = parts().map((part) => part.dataset.version)
  try {
    const answer = await fetch(`${location.pathname}?seen=${encodeURIComponent(seen.join('~'))}`)
    if (answer.status === 200) show(await answer.text())
    setSignal(true)
  } catch {
    setSignal(false)
  }
}

/** Sends a form without leaving the page, so that the sound stays allowed. */
async function sendForm(event) {
  event.preventDefault()
  const form = event.target
  try {
    // Not form.action: a button of that name stands in front of it.
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(new FormData(form, event.submitter)) })
    show(await answer.text(), form.closest('[data-version]'))
    const place = form.id === 'balance' ? '#balance button' : '[aria-invalid], #latest'
    document.querySelector(place)?.focus()
  } catch {
    setSignal(false)
  }
}

/** Takes over the parts of a fresh page that have changed, and the one that was sent; a PIN half typed stays. */
function show(text, sent) {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  for (const part of parts()) {
    const next = fresh.getElementById(part.id)
    if (next && (part === sent || next.dataset.version !== part.dataset.version)) part.replaceWith(document.adoptNode(next))
  }
  showTime()
  ring()
}

function parts() {
  return [...document.querySelectorAll('[data-version]')]
}

/** Money that came in is spoken. A new request shakes the phone, is spoken, and sounds and vibrates if the person has touched the page: before that browsers forbid both. */
function ring() {
  const screen = document.getElementById('screen')
  const request = screen.dataset.request
  const latest = latestWords()
  if (request === rung && (request || latest === told)) return
  rung = request
  told = latest
  document.getElementById('announcement').textContent = request
    ? `The phone rings: M-PESA asks for ${document.querySelector('#question b').textContent}.`
    : latest
  if (!request) return
  screen.classList.add('ringing')
  if (!sound) return
  navigator.vibrate?.([200, 100, 200])
  for (const start of [0, 0.25, 0.8, 1.05]) beep(start)
}

function latestWords() {
  return document.querySelector('#latest p')?.textContent ?? ''
}

function allowSound() {
  sound ??= new AudioContext()
  document.getElementById('sound').hidden = true
}

function beep(start) {
  const tone = sound.createOscillator()
  const volume = sound.createGain()
  const at = sound.currentTime + start
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0.12, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2)
  tone.connect(volume).connect(sound.destination)
  tone.start(at)
  tone.stop(at + 0.2)
}

function showTime() {
  const clock = document.querySelector('[data-clock]')
  clock.textContent = new Date()
    .toLocaleTimeString('en-GB', { timeZone: 'Africa/Nairobi', hour: 'numeric', minute: '2-digit', hour12: true })
    .split(' ')[0]
  const left = document.querySelector('[data-until]')
  if (!left) return
  const seconds = Math.max(0, Math.ceil((Date.parse(left.dataset.until) - Date.now()) / 1000))
  left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function setSignal(there) {
  document.getElementById('no-signal').hidden = there
}
