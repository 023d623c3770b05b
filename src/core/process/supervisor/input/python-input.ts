import { MOST_WAITING } from "./perl-input.ts";

/** The part of the supervisor in python that hands input on to a shell, as PERL_INPUT does. */
export const PYTHON_INPUT: string = String.raw`
typing, typed, wants_input, input_ends = None, bytearray(), False, False
master, slave, hung = None, None, False
def close_input():
    global typing
    if typing is not None and typing != master:
        os.close(typing)
    typing = None
def input_of_shell():
    global typing, wants_input, input_ends, slave
    typed.clear()
    input_ends = False
    close_input()
    if slave is not None:
        given, slave, typing = slave, None, master
        return given
    if not wants_input:
        return None
    wants_input = False
    given, typing = os.pipe()
    os.set_blocking(typing, False)
    return given
def take(data):
    pour_input()
    taken = -1 if typing is None or input_ends or hung else 0 if len(typed) + len(data) > ${MOST_WAITING} else len(data)
    if taken > 0:
        typed.extend(data)
    pour_input()
    if typing is None:
        taken = -1
    say('k %d %d' % (taken, len(typed) + left()))
def left():
    if typing is None or master is not None:
        return 0
    return struct.unpack('i', fcntl.ioctl(typing, termios.FIONREAD, bytes(4)))[0]
def pour_input():
    global input_ends
    if typing is None:
        return
    if typed:
        try:
            del typed[:os.write(typing, typed)]
        except BlockingIOError:
            pass
        except OSError:
            typed.clear()
            input_ends = master is None
    if input_ends and not typed:
        close_input()
`;
