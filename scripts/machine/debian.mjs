// @ts-check
import { run } from '../processes.mjs'

/**
 * Installs the first of the packages that Debian's registry has. Without root it uses `sudo`, which must not
 * prompt.
 * @param {string[]} packages the preferred one first
 * @returns {Promise<string>} the output of apt-get
 */
export async function installFirst(packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  /** @param {string[]} step */
  const apt = (...step) => {
    const [file = '', ...args] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-q',
      '-y',
      ...step,
    ]
    return run(file, args)
  }
  console.log(`Installing ${packages[0]}`)
  let { code, output } = await apt('update')
  if (code !== 0) return output
  for (const name of packages) {
    const installed = await apt('install', '--no-install-recommends', name)
    output += installed.output
    if (installed.code === 0) break
  }
  return output
}
