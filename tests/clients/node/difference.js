/** What does not come out, or cannot be checked, in one line for people. */
export class Difference extends Error {}

/** Requires two values to be equal. */
export function same(what, received, computed) {
  const [given, ours] = [JSON.stringify(received), JSON.stringify(computed)];
  if (given !== ours) {
    throw new Difference(`${what}: received ${given}, computed ${ours}`);
  }
}

/** Requires bytes to be equal. */
export function sameBytes(what, received, computed) {
  same(what, Buffer.from(received).toString("hex"), Buffer.from(computed).toString("hex"));
}

/** Runs a program's main function and prints what it returns; a difference ends the program with code 1. */
export async function run(main) {
  try {
    console.log(await main(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Difference ? error.message : error);
    process.exitCode = 1;
  }
}
