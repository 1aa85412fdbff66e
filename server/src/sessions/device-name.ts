// The first match counts, because most browsers also name the browsers from which they descend.
const browsers: [RegExp, string][] = [
  [/YaBrowser\//, 'Yandex Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** A name such as `Chrome, Windows` from the user agent. An unknown user agent is named by its first word. */
export function nameDevice(userAgent: string): string {
  const known = [find(browsers, userAgent), find(systems, userAgent)].filter((name) => name !== undefined)
  return known.length > 0 ? known.join(', ') : (userAgent.split(/[\s/]/)[0]?.slice(0, 40) ?? '')
}
