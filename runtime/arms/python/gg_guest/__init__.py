"""What runs a program in its component: its module, loaded code, its streams, and the way its failure takes to the host.

The component is a snapshot taken when all of this has been imported. A program starts from it, in an interpreter of its
own, and nothing of it is left when it has ended.
"""
