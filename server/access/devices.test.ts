import { expect, test } from 'vitest'
import { deviceOf } from './devices.rules.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (Linux; Android 10; K) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge · Windows'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile Safari/604.1`,
    'Safari · iPhone',
  ],
  [`${mozilla} (iPad; CPU OS 17_5 like Mac OS X) ${webkit} CriOS/130.0 Mobile Safari/604.1`, 'Chrome · iPad'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`, 'Safari · macOS'],
  [`${mozilla} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox · Linux'],
  [`${mozilla} (Linux; Android 14; SM-A156) ${webkit} SamsungBrowser/26.0 Chrome/122.0`, 'Samsung Internet · Android'],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome · ChromeOS'],
  [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/153.0.0.0 Safari/537.36`, 'Chrome · Linux'],
  [`${mozilla} (Windows NT 10.0) something of its own`, 'Windows'],
  ['curl/8.5.0', ''],
  ['<script>alert(1)</script>', ''],
  ['', ''],
  [null, ''],
])('%s is shown as "%s"', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
