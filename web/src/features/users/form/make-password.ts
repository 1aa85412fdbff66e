// Without characters that are confused when read aloud or typed from paper.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** A random password in groups that are easy to type: 79 bits. */
export function makePassword(): string {
  const group = () => Array.from({ length: groupLength }, randomSign).join('')
  return Array.from({ length: groups }, group).join('-')
}

// Values beyond the last full multiple are drawn again. Otherwise the first characters would be more likely.
function randomSign(): string {
  const most = 256 - (256 % signs.length)
  const [number = most] = crypto.getRandomValues(new Uint8Array(1))
  return number < most ? signs.charAt(number % signs.length) : randomSign()
}
